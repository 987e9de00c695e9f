import { addDays, type LeagueDay, mondayOf, seasonBefore } from '#rules/calendar'
import { inventPlayers, type SimPlayer } from './players.ts'
import { type SimSeason, simulateSeason } from './season.ts'

/** Weeks of the season that are over when a demo league is made: trading is open, and stays so for as many again. */
export const WEEKS_PLAYED = 13
/** Weeks from the first day of a season to the first of the next, whole ones, so Saturdays stay Saturdays. */
const WEEKS_A_YEAR = 52

export interface DemoNhl {
  readonly players: readonly SimPlayer[]
  readonly season: SimSeason
  readonly lastSeason: SimSeason
}

/** What makes a simulated NHL. */
export interface DemoSeason {
  readonly demoSeed: number
  readonly seasonId: number
  readonly firstDay: LeagueDay
}

/** A server has one; it takes half a second to make. */
let lastMade: { readonly of: DemoSeason; readonly nhl: DemoNhl } | null = null

/** The first day of the season in whose middle a day lies: a Tuesday, as the NHL has it. */
export const firstDayFor = (today: LeagueDay): LeagueDay => addDays(mondayOf(today), 1 - 7 * WEEKS_PLAYED)

/** A season has the name of the year it begins in and the next. */
export const seasonIdFor = (firstDay: LeagueDay): number => {
  const year = Number(firstDay.slice(0, 4))
  return year * 10_000 + year + 1
}

/** The simulated NHL in the season of that first day and in the one before it. */
export function demoNhl(of: DemoSeason): DemoNhl {
  const known = lastMade
  if (known && isSame(known.of, of)) return known.nhl
  const nhl = inventNhl(of)
  lastMade = { of, nhl }
  return nhl
}

const isSame = (one: DemoSeason, other: DemoSeason): boolean =>
  one.demoSeed === other.demoSeed && one.seasonId === other.seasonId && one.firstDay === other.firstDay

export function inventNhl({ demoSeed: seed, seasonId, firstDay }: DemoSeason): DemoNhl {
  const players = inventPlayers(seed)
  const veterans = players.filter(({ rookie }) => !rookie)
  return {
    players,
    season: simulateSeason(seed, seasonId, firstDay, players),
    lastSeason: simulateSeason(seed, seasonBefore(seasonId), addDays(firstDay, -7 * WEEKS_A_YEAR), veterans),
  }
}
