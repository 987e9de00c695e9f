import type { Supervisor } from './supervisor.ts'

/** Being hidden for less is no reason to reconnect. */
const HIDDEN_MS = 5_000

/**
 * Wakes the channel when the app becomes visible after a while or returns from the back-forward cache, and a lost channel
 * whenever the app becomes visible; recovers it when the network is back.
 */
export const watchWaking = ({ wake, recover, isLost }: Omit<Supervisor, 'stop'>, now: () => number): (() => void) => {
  let hiddenAt: number | null = null
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      hiddenAt ??= now()
      return
    }
    const wasAway = hiddenAt !== null && now() - hiddenAt >= HIDDEN_MS
    hiddenAt = null
    if (wasAway || isLost()) wake()
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
