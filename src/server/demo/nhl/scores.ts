import type { LeagueDay } from '#rules/calendar'
import type { SimSeason } from '../simulation/season.ts'
import type { Score } from './game-week.ts'

/** Kept as long as the season is, so that the standings do not play it anew each time. */
const known = new WeakMap<SimSeason, Map<LeagueDay, ReadonlyMap<number, Score>>>()

/** The results of a day's games, by their ids. */
export function scoresOfDay(season: SimSeason, day: LeagueDay): ReadonlyMap<number, Score> {
  const days = known.get(season) ?? new Map<LeagueDay, ReadonlyMap<number, Score>>()
  known.set(season, days)
  const scores =
    days.get(day) ??
    new Map(
      season
        .played(day)
        .map(({ id, home, away, lastPeriod }) => [id, { home: home.score, away: away.score, lastPeriod }] as const),
    )
  days.set(day, scores)
  return scores
}
