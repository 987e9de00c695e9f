import { lt } from 'drizzle-orm'
import type { LiveMessage } from '#contract/live'
import type { Instant } from '#rules/calendar'
import { evictOldest } from '../../memory/evict-oldest.ts'
import type { Database, Queries } from '../engine/database.ts'
import { liveEvent } from '../tables/draft-tables.ts'
import { KEPT } from './retention.ts'

export interface LiveEvent {
  readonly id: number
  readonly message: LiveMessage
}

/** As many as a full house of keepers and the start of its draft. */
const MOST_WRITTEN = 40

/**
 * What this process has written lately: reading picks back from the database takes longer than all else between a
 * pick and the phones. It may hold events whose transaction failed; nobody asks for their ids.
 */
export class WrittenEvents {
  readonly #messages = new Map<number, LiveMessage>()

  add(id: number, message: LiveMessage): void {
    this.#messages.set(id, message)
    evictOldest(this.#messages, MOST_WRITTEN)
  }

  after(id: number): ReadonlyMap<number, LiveMessage> {
    return new Map([...this.#messages].filter(([known]) => known > id))
  }

  /** For when the database may have gone back in time and gives the same ids again. */
  forget(): void {
    this.#messages.clear()
  }
}

export interface LiveOutlet {
  readonly database: Pick<Database, 'announce'>
  readonly writtenEvents: WrittenEvents
}

/**
 * Sends messages to everybody on the live channel when the transaction commits: each process hears the newest id and
 * reads what lies between. The transaction holds the draft's lock, so that ids are committed in their order.
 */
export async function sendLive(
  { database, writtenEvents }: LiveOutlet,
  queries: Queries,
  now: Instant,
  messages: readonly LiveMessage[],
): Promise<void> {
  if (messages.length === 0) return
  await queries.delete(liveEvent).where(lt(liveEvent.writtenAt, new Date(now - KEPT.liveEventsMs)))
  const written = await queries
    .insert(liveEvent)
    .values(messages.map((body) => ({ writtenAt: new Date(now), body })))
    .returning({ id: liveEvent.id })
  written.forEach(({ id }, index) => {
    const message = messages[index]
    if (message) writtenEvents.add(id, message)
  })
  await database.announce(queries, 'live', String(Math.max(...written.map(({ id }) => id))))
}
