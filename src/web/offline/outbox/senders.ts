import { LEASE_MS } from './row.ts'

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
 * Runs the work while neither another tab nor the worker does. A frozen tab keeps its lock, so nobody waits longer than a
 * lease: after that, and where the browser has no locks, the rows' leases keep senders apart.
 */
export const exclusively = async (work: () => Promise<void>, waitMs = LEASE_MS): Promise<void> => {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (!locks) return await work()
  let begun = false
  const begin = () => {
    begun = true
    return work()
  }
  try {
    await locks.request(OUTBOX, { signal: AbortSignal.timeout(waitMs) }, begin)
  } catch (error) {
    if (begun) throw error
    await work()
  }
}
