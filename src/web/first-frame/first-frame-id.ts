export const FIRST_FRAME_ID = 'first-frame'

/** The app calls this at its first commit, before that is painted: nothing is seen to move. */
export const removeFirstFrame = (): void => document.getElementById(FIRST_FRAME_ID)?.remove()
