import { asc, gt, sql } from 'drizzle-orm'
import type { Queries } from '#server/db/engine/database'
import { liveEvent } from '#server/db/tables/draft-tables'
import type { LiveEvent } from '#server/live/live-channels'

/** What was sent after the event of that id, in its order. */
export async function liveEventsAfter(queries: Queries, id: number): Promise<LiveEvent[]> {
  return queries
    .select({ id: liveEvent.id, message: liveEvent.body })
    .from(liveEvent)
    .where(gt(liveEvent.id, id))
    .orderBy(asc(liveEvent.id))
}

/** The ids of those that are kept. Null: none is. */
export async function liveEventRange(queries: Queries): Promise<{ first: number; last: number } | null> {
  const [range] = await queries
    .select({
      first: sql<number | null>`min(${liveEvent.id})`,
      last: sql<number | null>`max(${liveEvent.id})`,
    })
    .from(liveEvent)
  return range?.first && range.last ? { first: range.first, last: range.last } : null
}
