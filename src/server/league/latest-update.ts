import { desc, eq } from 'drizzle-orm'
import type { Queries } from '../db/engine/database.ts'
import { officialUpdate } from '../db/tables/tables.ts'

/** The latest official update of the season; null before the first. */
export async function lastUpdate(
  queries: Queries,
  seasonId: number,
): Promise<{ publishedAt: Date; throughDay: string } | null> {
  const [latest] = await queries
    .select({ publishedAt: officialUpdate.publishedAt, throughDay: officialUpdate.throughDay })
    .from(officialUpdate)
    .where(eq(officialUpdate.seasonId, seasonId))
    .orderBy(desc(officialUpdate.publishedAt), desc(officialUpdate.id))
    .limit(1)
  return latest ?? null
}

/** Why there is no official update now, in a sentence for the person who runs the league. Nothing has been changed. */
export class ClockBehind extends Error {
  constructor(now: Date, last: Date) {
    super(
      `The server clock (${now.toISOString()}) is behind the last official update (${last.toISOString()}): nothing is imported or published until that time has come again. Set the clock right; if it was ahead when that update was made, restore a backup from before.`,
    )
  }
}

/** Updates are ordered by their times, so none may be dated before an earlier one, of whichever season. */
export async function refuseClockBehind(queries: Queries, now: Date): Promise<void> {
  const [latest] = await queries
    .select({ publishedAt: officialUpdate.publishedAt })
    .from(officialUpdate)
    .orderBy(desc(officialUpdate.publishedAt))
    .limit(1)
  if (latest && now < latest.publishedAt) throw new ClockBehind(now, latest.publishedAt)
}
