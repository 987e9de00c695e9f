import { and, asc, between, eq, notInArray } from 'drizzle-orm'
import type { ClubSchedule } from '#contract/tonight'
import { addDays, type Instant, mondayOf } from '#rules/calendar'
import { scheduleDays } from '#rules/tonight'
import type { Queries } from '../engine/database.ts'
import { game } from '../tables/tables.ts'
import type { CurrentLeague } from './league.ts'

/** What every club has ahead of it. */
export async function clubSchedules(
  queries: Queries,
  { seasonId }: CurrentLeague,
  now: Instant,
): Promise<ClubSchedule[]> {
  const { from, through } = scheduleDays(now)
  const monday = mondayOf(from)
  const sunday = addDays(monday, 6)
  const games = await queries
    .select()
    .from(game)
    .where(
      and(
        eq(game.seasonId, seasonId),
        between(game.gameDate, monday, through),
        notInArray(game.state, ['PPD', 'CNCL']),
      ),
    )
    .orderBy(asc(game.startTime), asc(game.id))
  const clubs = [...new Set(games.flatMap(({ home, away }) => [home, away]))].sort()
  return clubs.map((club) => {
    const own = games.filter(({ home, away }) => home === club || away === club)
    return {
      club,
      gamesThisWeek: own.filter(({ gameDate }) => gameDate <= sunday).length,
      games: own
        .filter(({ gameDate }) => gameDate >= from)
        .map(({ startTime, gameDate, home, away }) => ({
          start: startTime.toISOString(),
          date: gameDate,
          ...(gameDate === from ? { tonight: true } : {}),
          opponent: home === club ? away : home,
          home: home === club,
        })),
    }
  })
}
