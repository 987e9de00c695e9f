/**
 * Loads the app's code when the first frame is on the screen. A module of the page itself would run before the browser
 * has painted, and hold back by its own run time what is already drawn.
 */
export function startApp(): void {
  const app = document.currentScript?.dataset.app
  if (!app) return // in development the page loads it
  const start = () => void import(/* @vite-ignore */ app)
  // A hidden page paints nothing to wait for.
  if (document.visibilityState === 'hidden') start()
  else requestAnimationFrame(() => setTimeout(start))
}
