import { observable } from '../offline/observable.ts'

/** A request made at the moment a phone wakes up may fail once. */
export const QUIET_RETRY_MS = 1_000

/** Whether the last request was answered; the browser's own state is only the first guess. */
const online = observable(typeof navigator === 'undefined' || navigator.onLine !== false)
const whenBack = new Set<() => Promise<void>>()
let returns = 0

/** How often the connection has returned since the launch. */
export const countReturns = (): number => returns

export const isOnline = online.get
export const subscribeOnline = online.subscribe

/** Called when the connection returns; each waits for the one before it, in the order of registration. */
export const onConnectionBack = (listener: () => Promise<void>): (() => void) => {
  whenBack.add(listener)
  return () => {
    whenBack.delete(listener)
  }
}

const runWhenBack = async () => {
  for (const listener of [...whenBack]) {
    // A failing listener must not prevent the next; each reports its own failure.
    await listener().catch(() => undefined)
  }
}

/** The server answered, whatever the status. */
export const reportAnswer = (): void => {
  if (isOnline()) return
  online.set(true)
  returns += 1
  void runWhenBack()
}

/** A request found no server. */
export const reportNoAnswer = (): void => online.set(false)

/** The pause before a retry: a second, or until a lost connection is back. */
export const quietPause = (signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const isLost = !isOnline()
    const end = (ended: () => void) => {
      clearTimeout(timer)
      stop()
      signal?.removeEventListener('abort', abort)
      ended()
    }
    const abort = () => end(() => reject(signal?.reason))
    const stop = subscribeOnline(() => {
      if (isLost && isOnline()) end(resolve)
    })
    const timer = setTimeout(() => end(resolve), QUIET_RETRY_MS)
    signal?.addEventListener('abort', abort)
  })
