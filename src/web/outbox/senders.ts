/** Far longer than a request may take: whoever has the lock for so long was frozen. */
export const SENDER_WAIT_MS = 30_000

/** Name of the channel, of the lock and of the worker's `sync` event. */
export const OUTBOX = 'pool-outbox'

/** The one message between a device's senders: the rows have changed. */
const CHANGED = 'changed'

export interface OutboxChannel {
  announce(): void
  close(): void
}

/** To and from the other tabs and the worker. */
export const openOutboxChannel = (onChange: () => void): OutboxChannel => {
  if (typeof BroadcastChannel === 'undefined') return { announce: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(OUTBOX)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === CHANGED) onChange()
  }
  return { announce: () => channel.postMessage(CHANGED), close: () => channel.close() }
}

/**
 * Runs the work while neither another tab nor the worker does. A frozen tab keeps its lock, so after a while it is taken
 * from it: `isAlone` tells it, when it goes on, that its time is over. Without locks (plain http, where there is no worker
 * either) two tabs may send the same row, which the row's key makes harmless.
 */
export const exclusively = async (
  work: (isAlone: () => boolean) => Promise<void>,
  waitMs = SENDER_WAIT_MS,
): Promise<void> => {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (!locks) return await work(() => true)
  let isAlone = true
  let working: Promise<void> | null = null
  const begin = () => {
    working = work(() => isAlone)
    return working
  }
  const hold = async (options: LockOptions): Promise<void> => {
    try {
      await locks.request(OUTBOX, options, begin)
    } catch (error) {
      if (!working) throw error
      // The work failed, or the lock was taken away while it went on.
      isAlone = false
      await working
    }
  }
  try {
    await hold({ signal: AbortSignal.timeout(waitMs) })
  } catch (error) {
    if (working) throw error
    await hold({ steal: true })
  }
}
