/** Name of the channel, of the lock and of the worker's `sync` event. */
export const OUTBOX = 'pool-outbox'

/** What the senders of one device tell each other: the rows have changed. */
const CHANGED = 'changed'

export interface OutboxChannel {
  tell(): void
  close(): void
}

/** To and from the other tabs and the worker. */
export const openOutboxChannel = (hear: () => void): OutboxChannel => {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(OUTBOX)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === CHANGED) hear()
  }
  return { tell: () => channel.postMessage(CHANGED), close: () => channel.close() }
}
