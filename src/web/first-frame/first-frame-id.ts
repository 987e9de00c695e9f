export const FIRST_FRAME_ID = 'first-frame'

/** The app calls this at its first commit, before the paint: nothing visibly moves. */
export const removeFirstFrame = (): void => document.getElementById(FIRST_FRAME_ID)?.remove()
