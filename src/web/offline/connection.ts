import { useSyncExternalStore } from 'react'
import { observable } from './observable.ts'

export interface Connection {
  /** Whether the last thing we heard was an answer; the browser's own idea is only the first guess. */
  readonly online: boolean
  /** When the server last answered, ms; null before the first answer of this launch. */
  readonly lastAnswerAt: number | null
}

/** A request made at the moment a phone wakes up may fail once. */
export const QUIET_RETRY_MS = 1_000
/** How often a lost server is looked for. */
export const PROBE_MS = 15_000
/** After a hint of the browser: the first request of a phone that wakes up may fail, the next one does not. */
const HINT_AGAIN_MS = [300, 1_000, 3_000] as const

const connection = observable<Connection>({
  online: typeof navigator === 'undefined' || navigator.onLine !== false,
  lastAnswerAt: null,
})
const whenBack = new Set<() => Promise<void>>()
let returns = 0

/** How often the connection has come back since the launch. */
export const countReturns = (): number => returns

export const getConnection = connection.get
export const subscribeConnection = connection.subscribe
export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.get)

/** Called when the connection returns; each waits for the one before it, in the order of registration. */
export const onConnectionBack = (listener: () => Promise<void>): (() => void) => {
  whenBack.add(listener)
  return () => {
    whenBack.delete(listener)
  }
}

const runWhenBack = async () => {
  for (const listener of [...whenBack]) {
    // One that fails must not keep the next from running; each reports its own failure.
    await listener().catch(() => undefined)
  }
}

/** The server answered, whatever it said. */
export const reportAnswer = (at = Date.now()): void => {
  const wasOffline = !connection.get().online
  connection.set({ online: true, lastAnswerAt: at })
  if (!wasOffline) return
  returns += 1
  void runWhenBack()
}

/** A request found no server. */
export const reportNoAnswer = (): void => {
  const { online, lastAnswerAt } = connection.get()
  if (online) connection.set({ online: false, lastAnswerAt })
}

/** The pause before a request is made once more: a second, or until a connection that was lost is back. */
export const quietPause = (signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const isLost = !connection.get().online
    const end = (ended: () => void) => {
      clearTimeout(timer)
      stop()
      signal?.removeEventListener('abort', abort)
      ended()
    }
    const abort = () => end(() => reject(signal?.reason))
    const stop = connection.subscribe(() => {
      if (isLost && connection.get().online) end(resolve)
    })
    const timer = setTimeout(() => end(resolve), QUIET_RETRY_MS)
    signal?.addEventListener('abort', abort)
  })

/** While there is no connection and someone is looking, asks now and then, and at once when the browser has a hint. */
export const watchConnection = (probe: () => Promise<void>): (() => void) => {
  const ask = () => {
    if (!connection.get().online && document.visibilityState === 'visible') void probe().catch(() => undefined)
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
