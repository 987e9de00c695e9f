import { LEAGUE_DEFAULTS } from '#contract/limits'
import type { League } from '#rules/league'
import type { CurrentLeague } from '../../store/subjects/league.ts'
import type { LeagueFile } from '../file/league-file.ts'

type Facts = Record<string, string | number>

type Named = Pick<LeagueFile, 'name' | 'guestsRead' | 'tonightPremium'>

const facts = (
  { name, guestsRead, tonightPremium }: Named,
  { constants, dates }: League,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Facts => ({
  name,
  guests: guestsRead ? 'read' : 'none',
  tonight: tonightPremium ? 'premium' : 'members',
  ...constants,
  firstDay,
  lastDay,
  ...dates,
  tradingStartTime: new Date(dates.tradingStartTime).toISOString(),
  tradingEndTime: new Date(dates.tradingEndTime).toISOString(),
})

/** What the file changes in the league and its present season, a line each. */
export function leagueDifferences(league: CurrentLeague, file: LeagueFile): string[] {
  const after = factsOfFile(file)
  return differing(facts(league, league, league), after, Object.keys(after))
}

/** The same where a new season is started, whose days are all its own. */
export function constantDifferences(league: CurrentLeague, file: LeagueFile): string[] {
  return differing(facts(league, league, league), factsOfFile(file), [
    'name',
    'guests',
    'tonight',
    ...Object.keys(LEAGUE_DEFAULTS),
  ])
}

function factsOfFile(file: LeagueFile): Facts {
  const constants = { ...LEAGUE_DEFAULTS, ...file.constants, timeZone: file.timeZone }
  return facts(file, { constants, dates: file.season.dates }, file.season)
}

const differing = (before: Facts, after: Facts, names: readonly string[]): string[] =>
  names.flatMap((name) => (before[name] === after[name] ? [] : [`~ ${name}: ${before[name]} -> ${after[name]}`]))
