import { eq, sql } from 'drizzle-orm'
import { seasonBefore } from '#rules/calendar'
import type { Queries } from '../engine/database.ts'
import { season } from '../tables/tables.ts'

/** Whether everybody who played in the season before this one is known. */
export async function isSeasonBeforeRead(queries: Queries, seasonId: number): Promise<boolean> {
  const [found] = await queries.select({ isRead: season.seasonBeforeRead }).from(season).where(eq(season.id, seasonId))
  return found?.isRead === true
}

export async function noteSeasonBeforeRead(queries: Queries, seasonId: number): Promise<void> {
  await queries.update(season).set({ seasonBeforeRead: true }).where(eq(season.id, seasonId))
}

/** How many players there are, and of how many the season before is not known: not of those who did not play in it. */
export async function countWithoutSeasonBefore(
  queries: Queries,
  seasonId: number,
): Promise<{ players: number; withoutLastSeason: number }> {
  const { rows } = await queries.execute<{ players: number; without: number }>(sql`
    select count(*)::int as players,
      count(*) filter (where
        not (select season_before_read from season where id = ${seasonId})
        and id not in (select player_id from imported_career)
        and id not in (select player_id from player_season where season_id = ${seasonBefore(seasonId)}))::int as without
    from player`)
  return { players: rows[0]?.players ?? 0, withoutLastSeason: rows[0]?.without ?? 0 }
}
