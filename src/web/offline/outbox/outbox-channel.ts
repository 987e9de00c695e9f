/** Name of the channel, of the lock and of the worker's `sync` event. */
export const OUTBOX = 'pool-outbox'

/** What the senders of one device tell each other; `forgotten`: rows have become part of the server's cart. */
export type OutboxNews = 'changed' | 'forgotten'

export interface OutboxChannel {
  tell(news: OutboxNews): void
  close(): void
}

/** To and from the other tabs and the worker. */
export const openOutboxChannel = (hear: (news: OutboxNews) => void): OutboxChannel => {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(OUTBOX)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'changed' || data === 'forgotten') hear(data)
  }
  return { tell: (news) => channel.postMessage(news), close: () => channel.close() }
}
