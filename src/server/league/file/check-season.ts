import { isCalendarDay } from '#contract/call'
import type { LeagueConstants } from '#contract/limits'
import {
  addDays,
  dayStart,
  daysBetween,
  defaultSeasonDates,
  type Instant,
  type LeagueDay,
  leagueDay,
} from '#rules/calendar'
import { wallClockInstant } from '#rules/time-zone'
import type { FileSeason, Path, Tell } from './league-file.ts'
import type { LeagueFileText } from './schema.ts'

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A day counts from its first instant; a time without an offset is that of the league's clocks. */
function instantOf(text: string, timeZone: string): Instant | null {
  const day = text.slice(0, 10)
  const time = text.slice(11)
  if (!isCalendarDay(day)) return null
  if (time === '') return dayStart(day, timeZone)
  const hasOffset = /(Z|[+-]\d{2}:\d{2})$/.test(time)
  const at = Date.parse(`${day}T${time}${hasOffset ? '' : 'Z'}`)
  if (Number.isNaN(at)) return null
  return hasOffset ? at : wallClockInstant(at, timeZone)
}

/** A season is played between the summers of its two years. */
const SEASON_DAYS_MAX = 365

type SeasonText = Pick<LeagueFileText['season'], 'season' | 'firstDay' | 'lastDay'> & Partial<LeagueFileText['season']>

/** The season's days; those that the file leaves out follow from the rules. */
export function checkSeason(path: Path, text: SeasonText, constants: LeagueConstants, tell: Tell): FileSeason {
  const years = text.season.split('-').map(Number)
  const [from = 0, to = 0] = years
  if (to !== from + 1)
    tell([...path, 'season'], `"${text.season}" is not a season; write two years such as ${from}-${from + 1}.`)
  const { timeZone } = constants
  const day = (name: 'firstDay' | 'lastDay' | 'rosterHoldStartDate' | 'keeperLastBuyDate'): LeagueDay | null => {
    const written = text[name]
    if (written === undefined) return null
    if (isCalendarDay(written)) return written
    tell([...path, name], `${written} is not a day of the calendar.`)
    return null
  }
  const instant = (name: 'tradingStartTime' | 'tradingEndTime'): Instant | null => {
    const written = text[name]
    const at = written === undefined ? null : instantOf(written, timeZone)
    if (written !== undefined && at === null) tell([...path, name], `${written} is not a time of the calendar.`)
    return at
  }
  const first = day('firstDay')
  const last = day('lastDay')
  const firstDay = first ?? `${from}-10-01`
  const lastDay = last ?? `${to}-04-15`
  const defaults = defaultSeasonDates(firstDay, lastDay, constants)
  const dates = {
    rosterHoldStartDate: day('rosterHoldStartDate') ?? defaults.rosterHoldStartDate,
    tradingStartTime: instant('tradingStartTime') ?? defaults.tradingStartTime,
    tradingEndTime: instant('tradingEndTime') ?? defaults.tradingEndTime,
    keeperLastBuyDate: day('keeperLastBuyDate') ?? defaults.keeperLastBuyDate,
  }
  const outside = OTHER_DATES.filter((name) => text[name] !== undefined && !isOfSeason(text[name], text.season))
  // A day before the first one may be that of the draft.
  for (const name of outside) tell([...path, name], `${text[name]} is not in the season ${text.season}.`)
  const areDays = first !== null && last !== null && checkDays(path, [first, last], [from, to], tell)
  // What follows from a date that is wrong is not wrong itself.
  if (areDays && outside.length === 0) checkDates(path, text, { dates, first, last, timeZone }, tell)
  return { id: from * 10_000 + to, firstDay, lastDay, dates }
}

const OTHER_DATES = ['rosterHoldStartDate', 'tradingStartTime', 'tradingEndTime', 'keeperLastBuyDate'] as const

export const isOfSeason = (date: string, season: string): boolean => {
  const [from = '', to = ''] = season.split('-')
  const year = date.slice(0, 4)
  return year >= from && year <= to
}

function checkDates(
  path: Path,
  text: SeasonText,
  {
    dates,
    first,
    last,
    timeZone,
  }: Pick<FileSeason, 'dates'> & {
    readonly first: LeagueDay
    readonly last: LeagueDay
    readonly timeZone: string
  },
  tell: Tell,
): void {
  if (dates.rosterHoldStartDate > last) {
    tell(
      [...path, 'rosterHoldStartDate'],
      `Rosters would count from ${dates.rosterHoldStartDate}, after the last day, ${last}.`,
    )
  }
  // That of last season, left in the file: every player would be bought too late to be kept.
  if (dates.keeperLastBuyDate < first) {
    tell(
      [...path, 'keeperLastBuyDate'],
      `The last keeper day, ${dates.keeperLastBuyDate}, is before the first day, ${first}.`,
    )
  }
  if (dates.tradingStartTime >= dayStart(addDays(last, 1), timeZone)) {
    tell([...path, 'tradingStartTime'], `Trading would start after the last day, ${last}.`)
  } else if (dates.tradingEndTime < dates.tradingStartTime) {
    const shown = (at: Instant) => leagueDay(at, timeZone)
    tell(
      [...path, text.tradingEndTime === undefined ? 'tradingStartTime' : 'tradingEndTime'],
      `Trading would end (${shown(dates.tradingEndTime)}) before it starts (${shown(dates.tradingStartTime)}); change one of them.`,
    )
  }
}

/** Whether the days can be those of the season; says of one of them why not. */
function checkDays(
  path: Path,
  [first, last]: [LeagueDay, LeagueDay],
  [from, to]: [number, number],
  tell: Tell,
): boolean {
  const [begins, ends] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))]
  const isYear = (year: number) => year >= from && year <= to
  const say = (name: 'season' | 'firstDay' | 'lastDay', sentence: string) => {
    tell([...path, name], sentence)
    return false
  }
  const strange = `${first} to ${last} is not in the season ${from}-${to}.`
  // The days agree with each other: it is the name that does not.
  if (!isYear(begins) && (ends === begins + 1 || !isYear(ends))) return say('season', strange)
  if (!isYear(begins)) return say('firstDay', strange)
  if (!isYear(ends)) return say(begins === to && ends === begins + 1 ? 'season' : 'lastDay', strange)
  if (last < first) {
    return begins === to && ends === to
      ? say('firstDay', `The first day, ${first}, is after the last, ${last}.`)
      : say('lastDay', `The last day, ${last}, is before the first, ${first}.`)
  }
  return daysBetween(first, last) <= SEASON_DAYS_MAX || say('lastDay', `From ${first} to ${last} is more than a year.`)
}
