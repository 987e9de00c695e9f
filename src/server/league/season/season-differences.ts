import type { LEAGUE_DEFAULTS } from '#contract/limits'
import { dayWords, instantWords } from '#rules/date-words'
import type { League } from '#rules/league'
import type { LeagueFile } from '../file/league-file.ts'
import type { CurrentLeague } from '../league.ts'

type SeasonDate =
  | 'firstDay'
  | 'lastDay'
  | 'rosterHoldStartDate'
  | 'tradingStartTime'
  | 'tradingEndTime'
  | 'keeperLastBuyDate'
type Lasting = 'name' | 'guests' | 'tonight' | keyof typeof LEAGUE_DEFAULTS
type Labels<Fact extends string> = Readonly<Record<Fact, string>>

const LASTING: Labels<Lasting> = {
  name: 'the name of the league',
  guests: 'who may read along',
  tonight: 'who sees Tonight',
  timeZone: 'the time zone',
  seasonGames: 'games of each club in a season',
  rosterSize: 'players on a roster at most',
  maxDressed: 'players dressed at most',
  minDefenders: 'defenders dressed at least',
  minGoalies: 'goalies dressed at least',
  scratchDays: 'days a scratched player sits out',
  holdDays: 'days a player is held before being sold',
  closedWeeksAtStart: 'weeks without trading at the start',
  closedWeeksAtEnd: 'weeks without trading at the end',
  commissionOfPoints: 'the commission of points',
  commissionOfProjected: 'the commission of projected points',
  normalizedGamesFloor: "games by which last season's points are divided at least",
  boxSpare: 'spare players in a draft box',
}

const OF_THE_SEASON: Labels<SeasonDate> = {
  firstDay: 'the first day',
  lastDay: 'the last day',
  rosterHoldStartDate: 'the day from which rosters count',
  tradingStartTime: 'the start of trading',
  tradingEndTime: 'the end of trading',
  keeperLastBuyDate: 'the last day on which a keeper was bought',
}

type Facts = Readonly<Record<Lasting | SeasonDate, string | number>>

type Named = Pick<LeagueFile, 'name' | 'guestsRead' | 'tonightPremium'>

const facts = (
  { name, guestsRead, tonightPremium }: Named,
  { constants, dates }: League,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Facts => ({
  name,
  guests: guestsRead ? 'members and guests' : 'members',
  tonight: tonightPremium ? 'premium members' : 'all members',
  ...constants,
  firstDay,
  lastDay,
  ...dates,
})

/** What the file says, and what holds in the league where it says nothing. */
const factsOfFile = ({ defaults }: CurrentLeague, file: LeagueFile): Facts =>
  facts(
    file,
    { constants: { ...defaults, ...file.constants, timeZone: file.timeZone }, dates: file.season.dates },
    file.season,
  )

/** Times are those of one zone, before and after: they can be compared. */
function inWords(fact: string, value: string | number | undefined, timeZone: string): string {
  if (fact.endsWith('Day') || fact.endsWith('Date')) return dayWords(String(value))
  if (fact.endsWith('Time')) return instantWords(timeZone).whole(Number(value))
  if (fact.startsWith('commission')) return `${Number((Number(value) * 100).toFixed(6))} %`
  return String(value)
}

type Values = Readonly<Record<string, string | number>>

/** 'the last day, from Apr 15, 2027 to Apr 17, 2027', of each fact that differs. */
function differing(labels: Labels<string>, before: Values, after: Values, timeZone: string): string[] {
  const words = (fact: string, of: Values) => inWords(fact, of[fact], timeZone)
  return Object.entries(labels).flatMap(([fact, label]) =>
    before[fact] === after[fact] ? [] : [`${label}, from ${words(fact, before)} to ${words(fact, after)}`],
  )
}

const factsOf = (league: CurrentLeague): Facts => facts(league, league, league)

const fileDiffers = (labels: Labels<string>, league: CurrentLeague, file: LeagueFile): string[] =>
  differing(labels, factsOf(league), factsOfFile(league, file), file.timeZone)

/** What was changed in the league and its present season, in words. */
export const leagueChanges = (before: CurrentLeague, after: CurrentLeague): string[] =>
  differing({ ...LASTING, ...OF_THE_SEASON }, factsOf(before), factsOf(after), after.constants.timeZone)

/** What the file changes in the league and its present season, a line each. */
export const leagueDifferences = (league: CurrentLeague, file: LeagueFile): string[] =>
  fileDiffers({ ...LASTING, ...OF_THE_SEASON }, league, file)

/** The same where a new season is started, whose days are all its own. */
export const constantDifferences = (league: CurrentLeague, file: LeagueFile): string[] =>
  fileDiffers(LASTING, league, file)
