import type { Supervisor } from './supervisor.ts'

/** Looking away for less is no reason to start anew. */
const HIDDEN_MS = 5_000

/**
 * Wakes the channel when the app is looked at again after a while, or comes back from the browser's memory, and one that
 * was given up with every look; has it recover when there is a network again.
 */
export const watchWaking = (
  { wake, recover, isDropped }: Omit<Supervisor, 'stop'>,
  now: () => number,
): (() => void) => {
  let hiddenAt: number | null = null
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      hiddenAt ??= now()
      return
    }
    const wasAway = hiddenAt !== null && now() - hiddenAt >= HIDDEN_MS
    hiddenAt = null
    if (wasAway || isDropped()) wake()
  }
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) wake()
  }
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pageshow', onPageShow)
  window.addEventListener('online', recover)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('pageshow', onPageShow)
    window.removeEventListener('online', recover)
  }
}
