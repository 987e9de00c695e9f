import { addDays, type Instant, type LeagueDay, leagueDay } from '#rules/calendar'
import { wallClockInstant } from '#rules/time-zone'
import type { CurrentLeague } from '../store/league.ts'
import type { ScheduleState } from '../store/schedule.ts'

export interface ScheduleTimes {
  /** Between two imports while games are on. */
  readonly importEveryMinutes: number
  /** Of the official update: minutes after midnight on the league's clock. */
  readonly publishAtMinutes: number
}

type Season = Pick<CurrentLeague, 'firstDay' | 'lastDay' | 'constants'>

const MINUTE_MS = 60_000
/** While no game is on there is little to see, corrections above all. */
const TIMES_LONGER_BETWEEN_GAMES = 6
/** Games that were put off are made up within these days after the season's last. */
const MADE_UP_DAYS = 14

const onDay = (day: LeagueDay, minutes: number, timeZone: string): Instant =>
  wallClockInstant(Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS, timeZone)

/** When the latest official update had its time. */
export function latestUpdateTime({ constants }: Season, { publishAtMinutes }: ScheduleTimes, now: Instant): Instant {
  const { timeZone } = constants
  const today = leagueDay(now, timeZone)
  const todays = onDay(today, publishAtMinutes, timeZone)
  return todays <= now ? todays : onDay(addDays(today, -1), publishAtMinutes, timeZone)
}

/** Once a day, before the official update and in summer as well: rosters change all year. */
export const isImportOfEverythingDue = (
  { importedAt }: ScheduleState,
  league: Season,
  times: ScheduleTimes,
  now: Instant,
): boolean => (importedAt.everything ?? Number.NEGATIVE_INFINITY) < latestUpdateTime(league, times, now)

/** Every day of the season has its update, with games or without; other days have one when there is something new. */
export function isUpdateDue(state: ScheduleState, league: Season, times: ScheduleTimes, now: Instant): boolean {
  const time = latestUpdateTime(league, times, now)
  if ((state.publishedAt ?? Number.NEGATIVE_INFINITY) >= time) return false
  const dayBefore = addDays(leagueDay(time, league.constants.timeZone), -1)
  return state.pending || (dayBefore >= addDays(league.firstDay, -1) && dayBefore <= league.lastDay)
}

export function isImportOfGamesDue(
  { importedAt, gamesOn }: ScheduleState,
  { firstDay, lastDay, constants }: Season,
  { importEveryMinutes }: ScheduleTimes,
  now: Instant,
): boolean {
  const today = leagueDay(now, constants.timeZone)
  if (today < firstDay || today > addDays(lastDay, MADE_UP_DAYS)) return false
  const latest = Math.max(
    importedAt.games ?? Number.NEGATIVE_INFINITY,
    importedAt.everything ?? Number.NEGATIVE_INFINITY,
  )
  const minutes = importEveryMinutes * (gamesOn ? 1 : TIMES_LONGER_BETWEEN_GAMES)
  return now - latest >= minutes * MINUTE_MS
}
