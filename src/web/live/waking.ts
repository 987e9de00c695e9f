/** Looking away for less is no reason to start anew. */
const HIDDEN_MS = 5_000

/** Calls when the app is looked at again after a while, comes back from the browser's memory, or has a network again. */
export const onWaking = (wake: () => void, now: () => number): (() => void) => {
  let hiddenAt: number | null = null
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      hiddenAt ??= now()
      return
    }
    const wasAway = hiddenAt !== null && now() - hiddenAt >= HIDDEN_MS
    hiddenAt = null
    if (wasAway) wake()
  }
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) wake()
  }
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pageshow', onPageShow)
  window.addEventListener('online', wake)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('pageshow', onPageShow)
    window.removeEventListener('online', wake)
  }
}
