import { LEAGUE_DEFAULTS } from '#contract/limits'
import { addDays, type Instant, leagueDay } from '#rules/calendar'
import type { Queries } from '../db/engine/database.ts'
import { findLeague, lastUpdate } from '../league/league.ts'
import { scoreReadingNow } from '../nhl/store/score-games.ts'
import { midSeason } from './create-demo-league.ts'
import type { Scenario } from './scenario.ts'
import { daysFrom, drawSchedule, startOf } from './simulation/game-calendar.ts'
import { firstDayFor, seasonIdFor, WEEKS_PLAYED } from './simulation/season.ts'

/** The demo league on an evening with games under way. Its clock runs ahead, so it has a separate league. */
export const gameNight: Scenario = { ...midSeason, seed: 1967 }

const GAMES_UNDER_WAY = 6
/** Into the first period of the sixth: others are further on. */
const INTO_THE_GAME_MS = 25 * 60_000
const HOUR_MS = 3_600_000

/** When that many games of an evening are under way; null on a day with fewer. */
function underWayAt(starts: readonly Instant[]): Instant | null {
  // A matinee would be over.
  const evening = starts.filter((start) => start >= Math.max(...starts) - 4 * HOUR_MS).sort((a, b) => a - b)
  const [first, sixth] = [evening[0], evening[GAMES_UNDER_WAY - 1]]
  return first !== undefined && sixth !== undefined && sixth - first < 1.5 * HOUR_MS ? sixth + INTO_THE_GAME_MS : null
}

/** The first such instant from then on, in the season that a league made in its week has. */
function firstEvening(from: Instant): Instant {
  for (let week = 0; ; week++) {
    const firstDay = firstDayFor(leagueDay(from + week * 7 * 24 * HOUR_MS, LEAGUE_DEFAULTS.timeZone))
    const monday = addDays(firstDay, -1 + 7 * WEEKS_PLAYED)
    const fixtures = drawSchedule(gameNight.seed, seasonIdFor(firstDay), firstDay)
    for (const day of daysFrom(monday, addDays(monday, 6))) {
      const starts = fixtures.filter(({ date }) => date === day).map((fixture) => startOf(fixture).getTime())
      const at = underWayAt(starts)
      if (at !== null && at >= from) return at
    }
  }
}

/** A clock that begins with such an evening, and continues from where the league last looked at its games. */
export async function nightClock(queries: Queries, pace: number): Promise<() => Date> {
  const began = Date.now()
  const league = await findLeague(queries)
  const published = league && (await lastUpdate(queries, league.seasonId))?.publishedAt.getTime()
  const { requestedAt } = await scoreReadingNow(queries)
  const from =
    requestedAt === null ? firstEvening(Math.max(began, published ?? 0)) : Math.max(requestedAt, published ?? 0)
  return () => new Date(from + (Date.now() - began) * pace)
}
