import { addDays, daysBetween, type Instant, type LeagueDay, leagueDay } from '#rules/calendar'
import { wallClockInstant } from '#rules/time-zone'

// The demo league is published every morning, when the last games of the west are long over.

export const MORNING_HOUR = 5

/** When the games of a day are published. */
export const publishedAt = (day: LeagueDay, timeZone: string): Instant =>
  wallClockInstant(Date.parse(`${addDays(day, 1)}T00:00:00Z`) + MORNING_HOUR * 3_600_000, timeZone)

/** The latest day whose games have been published by now: yesterday, before the morning the day before. */
export const lastPublishedDay = (now: Instant, timeZone: string): LeagueDay => {
  const yesterday = addDays(leagueDay(now, timeZone), -1)
  return publishedAt(yesterday, timeZone) <= now ? yesterday : addDays(yesterday, -1)
}

/** Day by day, both included. */
export const daysFrom = (first: LeagueDay, last: LeagueDay): LeagueDay[] =>
  Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, index) => addDays(first, index))
