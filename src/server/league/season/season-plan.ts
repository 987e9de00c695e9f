import type { LEAGUE_DEFAULTS } from '#contract/limits'
import { leagueDay, type SeasonDates, seasonBefore, seasonName } from '#rules/calendar'
import type { League } from '#rules/league'
import { amount, dayWords, instantWords, plural } from '#rules/words'
import type { Queries } from '../../db/engine/database.ts'
import type { LeagueFile } from '../file/league-file.ts'
import { saveEndedSeason, standingsNow } from '../history/history.ts'
import type { CurrentLeague } from '../league.ts'
import { countPending, forgetCareers, saveFileSeason, saveLeagueRow } from '../moving-in/setup-league.ts'
import { refusedBecause, type Step, without } from '../moving-in/step.ts'
import { clearRetiring } from '../office/office-teams.ts'
import { publish } from '../standings/publish.ts'
import {
  type Before,
  emptyCarts,
  leftBehind,
  saveStart,
  stateBefore,
  takeTeams,
  teamsWithMembers,
} from './season-start.ts'

type Labels<Fact extends string = string> = Readonly<Record<Fact, string>>

export const LASTING: Labels<'name' | 'guests' | 'tonight' | keyof typeof LEAGUE_DEFAULTS> = {
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

const OF_THE_SEASON: Labels<'firstDay' | 'lastDay' | keyof SeasonDates> = {
  firstDay: 'the first day',
  lastDay: 'the last day',
  rosterHoldStartDate: 'the day from which rosters count',
  tradingStartTime: 'the start of trading',
  tradingEndTime: 'the end of trading',
  keeperLastBuyDate: 'the last day on which a keeper was bought',
}

type Facts = Readonly<Record<keyof typeof LASTING | keyof typeof OF_THE_SEASON, string | number>>

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
function differing(labels: Labels, before: Values, after: Values, timeZone: string): string[] {
  const words = (fact: string, of: Values) => inWords(fact, of[fact], timeZone)
  return Object.entries(labels).flatMap(([fact, label]) =>
    before[fact] === after[fact] ? [] : [`${label}, from ${words(fact, before)} to ${words(fact, after)}`],
  )
}

const factsOf = (league: CurrentLeague): Facts => facts(league, league, league)

const fileDiffers = (labels: Labels, league: CurrentLeague, file: LeagueFile): string[] =>
  differing(labels, factsOf(league), factsOfFile(league, file), file.timeZone)

/** What was changed in the league and its present season, in words. */
export const leagueChanges = (before: CurrentLeague, after: CurrentLeague): string[] =>
  differing({ ...LASTING, ...OF_THE_SEASON }, factsOf(before), factsOf(after), after.constants.timeZone)

/** What the file changes in the league and its present season, a line each. */
export const leagueDifferences = (league: CurrentLeague, file: LeagueFile): string[] =>
  fileDiffers({ ...LASTING, ...OF_THE_SEASON }, league, file)

/** The same where a new season is started, whose days are all its own. */
const constantDifferences = (league: CurrentLeague, file: LeagueFile): string[] => fileDiffers(LASTING, league, file)

export async function refuseUnpublished(queries: Queries, { seasonId }: CurrentLeague): Promise<void> {
  const { lines } = await countPending(queries)
  if (lines === 0) return
  throw refusedBecause(
    `${seasonName(seasonId)} has ${plural(lines, 'imported line')} that ${lines === 1 ? 'is' : 'are'} not official yet. Make the official update first, on the office's Statistics page or from the command line.`,
  )
}

export interface Starting {
  readonly league: CurrentLeague
  readonly file: LeagueFile
  /** Teams that leave, and whose members no longer have one. */
  readonly retired: readonly number[]
  readonly now: Date
}

/** The present season is closed and the one of the file begins; its teams come after. */
export async function startSteps(queries: Queries, starting: Starting): Promise<Step[]> {
  const { league, file } = starting
  const last = seasonBefore(file.season.id)
  const missed = last !== league.seasonId
  const { tradingStartTime, tradingEndTime, keeperLastBuyDate } = file.season.dates
  const { whole } = instantWords(file.timeZone)
  return [
    {
      line: {
        kind: 'new',
        text: `season ${seasonName(file.season.id)}, from ${dayWords(file.season.firstDay)} to ${dayWords(file.season.lastDay)}`,
      },
      run: async (within) => {
        await saveFileSeason(within, file.season)
        await saveLeagueRow(within, file)
        // What its players did last season has not been read here.
        if (missed) await forgetCareers(within)
      },
    },
    without('new', `trading from ${whole(tradingStartTime)} to ${whole(tradingEndTime)}`),
    without('new', `keepers for the season after: bought by ${dayWords(keeperLastBuyDate)}`),
    ...(missed && !file.lastSeason
      ? [without('note', `without rosters of ${seasonName(last)} no one can keep a player; lastSeason gives them`)]
      : []),
    ...constantDifferences(league, file).map((text) => without('changed', text)),
    ...(await closingSteps(queries, starting)),
    ...(await retiringSteps(queries, starting)),
  ]
}

/** What becomes of the season that is on. */
async function closingSteps(queries: Queries, { league, file, now }: Starting): Promise<Step[]> {
  const { seasonId } = league
  const name = seasonName(seasonId)
  const standings = await standingsNow(queries, seasonId)
  const { players, tags, lists } = await leftBehind(queries, seasonId)
  const { carts } = await stateBefore(queries)
  const steps: Step[] = []
  const winner = standings?.[0]
  if (standings && winner) {
    const owner = winner.memberName === null ? '' : ` (${winner.memberName})`
    steps.push({
      line: {
        kind: 'new',
        text: `final standings of ${name}: ${plural(standings.length, 'team')}, first ${winner.teamName}${owner} with a total of ${amount(winner.totalCents)}`,
      },
      run: (within) => saveEndedSeason(within, { id: seasonId, source: 'played' }, standings),
    })
  }
  if (leagueDay(now.getTime(), league.constants.timeZone) <= league.lastDay) {
    const end = standings && winner ? 'it ends with the standings of today' : 'it ends now, without final standings'
    steps.push(without('note', `${name} is on until ${dayWords(league.lastDay)}; ${end}`))
  }
  if (players > 0 && seasonBefore(file.season.id) === seasonId) {
    steps.push(
      without(
        'kept',
        `rosters of ${name} stay, ${plural(players, 'player')}: each team may keep one who was with it by ${dayWords(league.dates.keeperLastBuyDate)}`,
      ),
    )
  }
  const before = (await teamsWithMembers(queries, seasonId)).reduce((sum, { cashCents }) => sum + cashCents, 0)
  const after = file.teams.reduce((sum, { cashCents }) => sum + cashCents, 0)
  if (before !== after) {
    steps.push(without('changed', `cash of all teams together, from ${amount(before)} to ${amount(after)}`))
  }
  if (carts.length > 0) {
    const teams = new Set(carts.map(({ teamId }) => teamId)).size
    steps.push({
      line: { kind: 'gone', text: `${plural(carts.length, 'player')} in ${plural(teams, 'cart')}` },
      run: emptyCarts,
    })
  }
  const left = [tags > 0 && plural(tags, 'tag'), lists > 0 && plural(lists, 'pick list')].filter(
    (each) => each !== false,
  )
  if (left.length > 0) {
    steps.push(
      without(
        'kept',
        `${left.join(' and ')} ${tags + lists === 1 ? 'stays' : 'stay'} with ${name} and ${tags + lists === 1 ? 'does' : 'do'} not go to the new season`,
      ),
    )
  }
  return steps
}

async function retiringSteps(queries: Queries, { league, retired }: Starting): Promise<Step[]> {
  const teams = (await teamsWithMembers(queries, league.seasonId)).filter(({ id }) => retired.includes(id))
  return teams.map((team) => {
    const names = team.members.map(({ displayName }) => displayName).join(' and ')
    return {
      line: {
        kind: 'gone',
        text: `team ${team.shortName} (${team.name}) retires${names === '' ? '' : `; ${names} without a team`}`,
      },
      run: (within) => takeTeams(within, [team.id]),
    }
  })
}

/** Does it, and stores what is needed to undo it. */
export async function carryOutStart(
  queries: Queries,
  { league, file, retired, now }: Starting,
  { steps, newTeams, byName }: { steps: readonly Step[]; newTeams: readonly number[]; byName: string | null },
): Promise<void> {
  const teams = await teamsWithMembers(queries, league.seasonId)
  const before: Before = {
    ...(await stateBefore(queries)),
    members: teams
      .filter(({ id }) => retired.includes(id))
      .flatMap(({ id: teamId, members }) => members.map(({ id }) => ({ id, teamId }))),
    newTeams: [...newTeams],
  }
  for (const step of steps) await step.run(queries)
  await clearRetiring(queries)
  await saveStart(queries, {
    seasonId: file.season.id,
    previousId: league.seasonId,
    startedAt: now,
    byName,
    before,
  })
  await publish(queries, file.season.id, now)
}
