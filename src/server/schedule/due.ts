import { addDays, daysBetween, type Instant, type LeagueDay, leagueDay } from '#rules/calendar'
import { wallClockInstant } from '#rules/time-zone'
import type { CurrentLeague } from '../league/league.ts'
import { daysOfSeason } from '../nhl/import/import-run.ts'
import type { ScheduleState } from '../nhl/store/import-report.ts'

export interface ScheduleTimes {
  /** Between two imports while games are on. */
  readonly importEveryMinutes: number
  /** Of the official update: minutes after midnight on the league's clock. */
  readonly publishAtMinutes: number
}

type Season = Pick<CurrentLeague, 'firstDay' | 'lastDay' | 'constants'>

const MINUTE_MS = 60_000
/** Between games little changes, mostly corrections. */
const TIMES_LONGER_BETWEEN_GAMES = 6

const onDay = (day: LeagueDay, minutes: number, timeZone: string): Instant =>
  wallClockInstant(Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS, timeZone)

/** When the latest official update was due. */
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

/** Clocks of several processes differ by less than this. */
const CLOCKS_DIFFER_MS = MINUTE_MS

/** A clock that has been set back, or was ahead at the last official update. */
export const isClockBehind = ({ publishedAt }: ScheduleState, now: Instant): boolean =>
  publishedAt !== null && publishedAt - now > CLOCKS_DIFFER_MS

/** Corrections of older games come without notice, so every day is read again this often. */
const SEASON_READING_DAYS = 7

/** Weekly from the season's first day on, in summer as well. By the calendar, or it would be later each week. */
export function isSeasonReadingDue({ importedAt }: ScheduleState, league: Season, now: Instant): boolean {
  const { timeZone } = league.constants
  const today = leagueDay(now, timeZone)
  if (today < league.firstDay) return false
  const { season } = importedAt
  return season === null || daysBetween(leagueDay(season, timeZone), today) >= SEASON_READING_DAYS
}

/** Every day of the season has its update, with games or without; other days have one when there is something new. */
export function isUpdateDue(state: ScheduleState, league: Season, times: ScheduleTimes, now: Instant): boolean {
  const time = latestUpdateTime(league, times, now)
  if ((state.publishedAt ?? Number.NEGATIVE_INFINITY) >= time) return false
  const dayBefore = addDays(leagueDay(time, league.constants.timeZone), -1)
  return state.pending || (dayBefore >= addDays(league.firstDay, -1) && dayBefore <= league.lastDay)
}

export function isImportOfGamesDue(
  { importedAt, gamesOn }: ScheduleState,
  league: Season,
  { importEveryMinutes }: ScheduleTimes,
  now: Instant,
): boolean {
  const today = leagueDay(now, league.constants.timeZone)
  const { from, through } = daysOfSeason(league)
  if (today < from || today > through) return false
  const latest = Math.max(
    importedAt.games ?? Number.NEGATIVE_INFINITY,
    importedAt.everything ?? Number.NEGATIVE_INFINITY,
  )
  const minutes = importEveryMinutes * (gamesOn ? 1 : TIMES_LONGER_BETWEEN_GAMES)
  return now - latest >= minutes * MINUTE_MS
}
