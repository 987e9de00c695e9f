import { getConnection, reportNoAnswer } from './connection.ts'

/** How often the server is probed while offline. */
export const PROBE_MS = 15_000
/** After a hint from the browser: a waking phone's first request may fail, the next one does not. */
const HINT_AGAIN_MS = [300, 1_000, 3_000] as const

/** While offline and visible, probes the server periodically, and at once on a hint from the browser. */
export const watchConnection = (probe: () => Promise<void>): (() => void) => {
  const ask = () => {
    if (!getConnection().online && document.visibilityState === 'visible') void probe().catch(() => undefined)
  }
  let again: ReturnType<typeof setTimeout>[] = []
  const stopAgain = () => {
    for (const timer of again) clearTimeout(timer)
  }
  const hint = () => {
    ask()
    stopAgain()
    again = HINT_AGAIN_MS.map((ms) => setTimeout(ask, ms))
  }
  const timer = setInterval(ask, PROBE_MS)
  window.addEventListener('online', hint)
  window.addEventListener('offline', reportNoAnswer)
  window.addEventListener('focus', hint)
  window.addEventListener('pageshow', hint)
  document.addEventListener('visibilitychange', hint)
  return () => {
    clearInterval(timer)
    stopAgain()
    window.removeEventListener('online', hint)
    window.removeEventListener('offline', reportNoAnswer)
    window.removeEventListener('focus', hint)
    window.removeEventListener('pageshow', hint)
    document.removeEventListener('visibilitychange', hint)
  }
}
