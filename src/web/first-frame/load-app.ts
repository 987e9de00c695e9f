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
