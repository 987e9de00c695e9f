import type { Instant, LeagueDay } from '#rules/calendar'
import { wallClockInstant } from '#rules/time-zone'
import type { Fixture } from './game-calendar.ts'

/** The NHL's days and hours are Eastern, whatever the league's zone. */
export const NHL_ZONE = 'America/New_York'

export const nhlInstant = (day: LeagueDay, hour: number): Instant =>
  wallClockInstant(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000, NHL_ZONE)

export const startOf = ({ date, easternHour }: Fixture): Date => new Date(nhlInstant(date, easternHour))
