import { lt } from 'drizzle-orm'
import type { LiveMessage } from '#contract/live'
import type { Instant } from '#rules/calendar'
import type { Database, Queries } from './database.ts'
import { liveEvent } from './draft-tables.ts'

export interface LiveEvent {
  readonly id: number
  readonly message: LiveMessage
}

/** A client that was away for longer reads the board anew instead of the messages it missed. */
const KEPT_MS = 24 * 3_600_000

/**
 * Sends messages to everybody on the live channel when the transaction commits: each process hears the newest id and
 * reads what lies between. The transaction holds the draft's lock, so that ids are committed in their order.
 */
export async function sendLive(
  database: Pick<Database, 'announce'>,
  queries: Queries,
  now: Instant,
  messages: readonly LiveMessage[],
): Promise<void> {
  if (messages.length === 0) return
  await queries.delete(liveEvent).where(lt(liveEvent.writtenAt, new Date(now - KEPT_MS)))
  const written = await queries
    .insert(liveEvent)
    .values(messages.map((body) => ({ writtenAt: new Date(now), body })))
    .returning({ id: liveEvent.id })
  await database.announce(queries, 'live', String(Math.max(...written.map(({ id }) => id))))
}
