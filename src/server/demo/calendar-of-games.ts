import { wallClockInstant } from '#rules/time-zone'
import type { Fixture } from './schedule.ts'

/** The NHL's days and hours are Eastern, whatever the league's zone. */
const NHL_ZONE = 'America/New_York'

export const startOf = ({ date, easternHour }: Fixture): Date =>
  new Date(wallClockInstant(Date.parse(`${date}T00:00:00Z`) + easternHour * 3_600_000, NHL_ZONE))
