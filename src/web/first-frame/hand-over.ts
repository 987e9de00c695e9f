export const FIRST_FRAME_ID = 'first-frame'

/** The app calls this at its first commit, before the paint: nothing visibly moves. */
export const removeFirstFrame = (): void => document.getElementById(FIRST_FRAME_ID)?.remove()

const AGAIN_MS = 3_000

/**
 * Loads the app's code. Where the connection goes after the page has come, what is drawn stays, and the app follows
 * when there is one again.
 */
export const loadApp = (app: string, before: unknown = null): Promise<unknown> =>
  import(/* @vite-ignore */ app).catch((error: unknown) => {
    // An error of the module's own is the same each time.
    if (error === before) throw error
    setTimeout(loadApp, AGAIN_MS, app, error)
  })
