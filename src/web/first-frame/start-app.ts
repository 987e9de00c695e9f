/** Far longer than a frame takes, far shorter than a person waits. */
const NO_FRAME_MS = 1_000

/**
 * Loads the app's code when the first frame is on the screen. A module of the page itself would run before the browser
 * has painted, and hold back by its own run time what is already drawn.
 */
export function startApp(): void {
  const app = document.currentScript?.dataset.app
  if (!app) return // in development the page loads it
  const start = () => void import(/* @vite-ignore */ app)
  requestAnimationFrame(() => setTimeout(start))
  // A page that is hidden or covered paints nothing to wait for. A module that is asked for twice runs once.
  setTimeout(start, document.visibilityState === 'hidden' ? 0 : NO_FRAME_MS)
}
