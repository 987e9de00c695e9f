import { Value } from 'typebox/value'
import type { SeasonChange } from '#contract/office-statistics'
import { seasonName } from '#rules/calendar'
import { wallClock } from '#rules/time-zone'
import { dayWords } from '#rules/words'
import type { Queries } from '../../db/engine/database.ts'
import { checkConstants } from '../file/check-league.ts'
import { checkSeason } from '../file/check-season.ts'
import type { FileSeason } from '../file/league-file.ts'
import { Constants } from '../file/schema.ts'
import type { CurrentLeague } from '../league.ts'
import { countedDays } from '../moving-in/setup-league.ts'
import { LASTING } from './season-plan.ts'

type Numbers = SeasonChange['constants']

/** The constants without the time zone, which no admin changes in the midst of a season. */
export const numbersOf = ({ constants: { timeZone: _, ...numbers } }: CurrentLeague): Numbers => numbers

/** As a league's own clocks show it: YYYY-MM-DDTHH:MM. */
export const clockTime = (instant: number, timeZone: string): string =>
  new Date(wallClock(instant, timeZone)).toISOString().slice(0, 16)

/** Those that differ from the defaults, or that the league has set to just that: only they are kept. */
export const ownNumbers = (numbers: Numbers, { defaults, own }: CurrentLeague): Record<string, number> => {
  const otherwise: Readonly<Record<string, string | number>> = { ...defaults }
  return Object.fromEntries(
    Object.entries(numbers).filter(([name, number]) => otherwise[name] !== number || own[name] === number),
  )
}

/** The sentence of a league file, where days are written as 2026-10-06, for one who chose them from a calendar. */
export const inDayWords = (sentence: string): string => sentence.replaceAll(/\d{4}-\d{2}-\d{2}/g, dayWords)

function constantProblems(constants: Numbers): string[] {
  const labels: Readonly<Record<string, string>> = LASTING
  const sentences = [...Value.Errors(Constants, constants)].map(({ instancePath, schemaPath }) => {
    const name = instancePath.slice(1)
    const schema: unknown = Object.entries(Constants.properties).find(([each]) => each === name)?.[1]
    const description =
      typeof schema === 'object' && schema && 'description' in schema ? schema.description : schemaPath
    const label = labels[name] ?? name
    return `${label.charAt(0).toUpperCase()}${label.slice(1)}: enter ${description}.`
  })
  if (sentences.length === 0) checkConstants({ constants }, (_path, sentence) => sentences.push(sentence))
  return [...new Set(sentences)]
}

interface Checked {
  readonly season: FileSeason
  readonly constants: Record<string, number>
  /** In sentences; the rest is valid only without any. */
  readonly problems: readonly string[]
}

/** Why the season cannot have these days, in a sentence: there is a game with points outside of them. */
export async function outsideOfCounted(
  queries: Queries,
  { seasonId, ...former }: CurrentLeague,
  { firstDay, lastDay }: Pick<FileSeason, 'firstDay' | 'lastDay'>,
): Promise<string | null> {
  if (firstDay === former.firstDay && lastDay === former.lastDay) return null
  const counted = await countedDays(queries, seasonId)
  if (!counted || (firstDay <= counted.first && lastDay >= counted.last)) return null
  return `Points have been counted from ${dayWords(counted.first)} to ${dayWords(counted.last)}, so the season can't begin later or end earlier.`
}

/** What an admin wants the season to be, by the rules of a league file. */
export function checkSettings(league: CurrentLeague, wanted: Omit<SeasonChange, 'version'>): Checked {
  const { constants, firstDay, lastDay, rosterHoldStartDate, keeperLastBuyDate, tradingStart, tradingEnd } = wanted
  const problems = constantProblems(constants)
  const season = checkSeason(
    [],
    {
      season: seasonName(league.seasonId),
      firstDay,
      lastDay,
      rosterHoldStartDate,
      keeperLastBuyDate,
      tradingStartTime: tradingStart,
      tradingEndTime: tradingEnd,
    },
    { ...constants, timeZone: league.constants.timeZone },
    (_path, sentence) => problems.push(inDayWords(sentence)),
  )
  // A time that stays keeps its seconds.
  const { dates, constants: former } = league
  const timeOf = (name: 'tradingStartTime' | 'tradingEndTime', written: string) =>
    written === clockTime(dates[name], former.timeZone) ? dates[name] : season.dates[name]
  const times = {
    tradingStartTime: timeOf('tradingStartTime', tradingStart),
    tradingEndTime: timeOf('tradingEndTime', tradingEnd),
  }
  return {
    season: { ...season, dates: { ...season.dates, ...times } },
    constants: ownNumbers(constants, league),
    problems,
  }
}
