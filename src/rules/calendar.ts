import { LEAGUE_DEFAULTS } from '#contract/limits'
import type { LeagueConstants } from './constants.ts'
import { startOfDay, wallClock, wallClockInstant } from './time-zone.ts'

/** Milliseconds since 1970 in UTC. On the wire an ISO 8601 text: `Date.parse` and `toISOString` go between. */
export type Instant = number

/** A day of the league's time zone, or an NHL game date: YYYY-MM-DD, so that days compare as texts do. */
export type LeagueDay = string

const DAY_MS = 86_400_000

const toDayNumber = (day: LeagueDay): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const fromDayNumber = (number: number): LeagueDay => new Date(number * DAY_MS).toISOString().slice(0, 10)

export const addDays = (day: LeagueDay, days: number): LeagueDay => fromDayNumber(toDayNumber(day) + days)

/** How many days `to` lies after `from`. */
export const daysBetween = (from: LeagueDay, to: LeagueDay): number => toDayNumber(to) - toDayNumber(from)

/** The Monday on or before the day. */
export const mondayOf = (day: LeagueDay): LeagueDay => {
  const number = toDayNumber(day)
  // Day 0, 1970-01-01, was a Thursday.
  const sinceMonday = (((number + 3) % 7) + 7) % 7
  return fromDayNumber(number - sinceMonday)
}

export const leagueDay = (instant: Instant, timeZone: string): LeagueDay =>
  fromDayNumber(Math.floor(wallClock(instant, timeZone) / DAY_MS))

/** The first instant of a day: 00:00, or the end of the gap where the clocks skip midnight. */
export const dayStart = (day: LeagueDay, timeZone: string): Instant => startOfDay(toDayNumber(day) * DAY_MS, timeZone)

/** From, inclusive, until, exclusive. A day of a clock change has 23, 23.5, 24.5 or 25 hours. */
export interface Bounds {
  readonly from: Instant
  readonly until: Instant
}

export const dayBounds = (day: LeagueDay, timeZone: string): Bounds => ({
  from: dayStart(day, timeZone),
  until: dayStart(addDays(day, 1), timeZone),
})

/** Monday 00:00 of the instant's week. */
export const weekStart = (instant: Instant, timeZone: string): Instant =>
  dayStart(mondayOf(leagueDay(instant, timeZone)), timeZone)

/**
 * The same time of day, so many league days later: seven days after Tuesday 18:00 is Tuesday 18:00, also when the
 * clocks change in between. A time that the clocks skip moves on by the gap.
 */
export const daysLater = (instant: Instant, days: number, timeZone: string): Instant =>
  wallClockInstant(wallClock(instant, timeZone) + days * DAY_MS, timeZone)

/** The season before one. The NHL names seasons by their years: 20252026 is before 20262027. */
export const seasonBefore = (seasonId: number): number => seasonId - 10_001

/** The dates of a season (league rules, section 1). */
export interface SeasonDates {
  readonly rosterHoldStartDate: LeagueDay
  readonly tradingStartTime: Instant
  readonly tradingEndTime: Instant
  readonly keeperLastBuyDate: LeagueDay
}

/** What the dates are unless the league says otherwise, from the first and the last regular-season day. */
export const defaultSeasonDates = (
  firstDay: LeagueDay,
  lastDay: LeagueDay,
  {
    timeZone,
    closedWeeksAtStart,
    closedWeeksAtEnd,
  }: Pick<LeagueConstants, 'timeZone' | 'closedWeeksAtStart' | 'closedWeeksAtEnd'> = LEAGUE_DEFAULTS,
): SeasonDates => {
  const tradingEnds = addDays(lastDay, -7 * closedWeeksAtEnd)
  return {
    rosterHoldStartDate: firstDay,
    tradingStartTime: dayStart(addDays(firstDay, 7 * closedWeeksAtStart), timeZone),
    tradingEndTime: dayStart(tradingEnds, timeZone),
    keeperLastBuyDate: tradingEnds,
  }
}

export const tradingIsOpen = (
  { tradingStartTime, tradingEndTime }: Pick<SeasonDates, 'tradingStartTime' | 'tradingEndTime'>,
  now: Instant,
): boolean => tradingStartTime <= now && now < tradingEndTime
