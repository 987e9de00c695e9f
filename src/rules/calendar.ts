import { LEAGUE_DEFAULTS } from '#contract/limits'
import type { LeagueConstants } from '../contract/limits.ts'
import { startOfDay, wallClock, wallClockInstant } from './time-zone.ts'

/** Milliseconds since 1970-01-01 UTC; on the wire an ISO 8601 string. */
export type Instant = number

/** A day in the league's time zone, or an NHL game date: YYYY-MM-DD, which makes days compare as strings. */
export type LeagueDay = string

const DAY_MS = 86_400_000

const toDayNumber = (day: LeagueDay): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const fromDayNumber = (number: number): LeagueDay => new Date(number * DAY_MS).toISOString().slice(0, 10)

export const addDays = (day: LeagueDay, days: number): LeagueDay => fromDayNumber(toDayNumber(day) + days)

/** Days from `from` to `to`; negative if `to` is earlier. */
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

/** `from` is inclusive, `until` exclusive. A day on which the clocks change has 23, 23.5, 24.5 or 25 hours. */
export interface Bounds {
  readonly from: Instant
  readonly until: Instant
}

export const dayBounds = (day: LeagueDay, timeZone: string): Bounds => ({
  from: dayStart(day, timeZone),
  until: dayStart(addDays(day, 1), timeZone),
})

/**
 * The same time of day, `days` league days later: seven days after Tuesday 18:00 is Tuesday 18:00, even if the clocks
 * change in between. A time that the clocks skip moves forward by the gap.
 */
export const daysLater = (instant: Instant, days: number, timeZone: string): Instant =>
  wallClockInstant(wallClock(instant, timeZone) + days * DAY_MS, timeZone)

/** The NHL names a season by its two years: 20252026 comes before 20262027. */
export const seasonBefore = (seasonId: number): number => seasonId - 10_001

export const seasonAfter = (seasonId: number): number => seasonId + 10_001

/** "2026-2027" of 20262027. */
export const seasonName = (id: number): string => `${String(id).slice(0, 4)}-${String(id).slice(4)}`

/** The dates of a season (league rules, section 1). */
export interface SeasonDates {
  readonly rosterHoldStartDate: LeagueDay
  readonly tradingStartTime: Instant
  readonly tradingEndTime: Instant
  readonly keeperLastBuyDate: LeagueDay
}

/** The dates unless the league sets its own, worked out from the first and last day of the regular season. */
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

/** The first instant, at `from` or later, at which trading is open; null if it is over by then. */
export const tradingOpensAt = (
  { tradingStartTime, tradingEndTime }: Pick<SeasonDates, 'tradingStartTime' | 'tradingEndTime'>,
  from: Instant,
): Instant | null => {
  const at = Math.max(from, tradingStartTime)
  return at < tradingEndTime ? at : null
}
