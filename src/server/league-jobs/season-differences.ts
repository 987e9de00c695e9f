import { LEAGUE_DEFAULTS } from '#contract/limits'
import type { League } from '#rules/league'
import type { LeagueFile } from '../league-file/league-file.ts'
import type { CurrentLeague } from '../store/league.ts'

type Facts = Record<string, string | number>

const facts = (
  name: string,
  { constants, dates }: League,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Facts => ({
  name,
  ...constants,
  firstDay,
  lastDay,
  ...dates,
  tradingStartTime: new Date(dates.tradingStartTime).toISOString(),
  tradingEndTime: new Date(dates.tradingEndTime).toISOString(),
})

/** What the file changes in the league and its present season, a line each. */
export function leagueDifferences(league: CurrentLeague, file: LeagueFile): string[] {
  const constants = { ...LEAGUE_DEFAULTS, ...file.constants, timeZone: file.timeZone }
  const before = facts(league.name, league, league)
  const after = facts(file.name, { constants, dates: file.season.dates }, file.season)
  return Object.keys(after).flatMap((name) =>
    before[name] === after[name] ? [] : [`~ ${name}: ${before[name]} -> ${after[name]}`],
  )
}
