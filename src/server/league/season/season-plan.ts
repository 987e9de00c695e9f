import { leagueDay, seasonBefore, seasonName } from '#rules/calendar'
import { plural } from '#rules/counted'
import { dayWords, instantWords } from '#rules/date-words'
import type { Queries } from '../../db/engine/database.ts'
import type { LeagueFile } from '../file/league-file.ts'
import { saveEndedSeason, standingsNow } from '../history/history.ts'
import type { CurrentLeague } from '../league.ts'
import { countPending, forgetCareers, saveFileSeason, saveLeagueRow } from '../moving-in/setup-league.ts'
import { refusedBecause, type Step, without } from '../moving-in/step.ts'
import { clearRetiring } from '../office/office-teams.ts'
import { publish } from '../standings/publish.ts'
import { constantDifferences } from './season-differences.ts'
import {
  type Before,
  emptyCarts,
  leftBehind,
  saveStart,
  stateBefore,
  takeTeams,
  teamsWithMembers,
} from './season-start.ts'

const money = (cents: number): string => (cents / 100).toFixed(2)

export async function refuseUnpublished(queries: Queries, { seasonId }: CurrentLeague): Promise<void> {
  const { lines } = await countPending(queries)
  if (lines === 0) return
  throw refusedBecause(
    `${seasonName(seasonId)} has ${plural(lines, 'imported line')} that ${lines === 1 ? 'is' : 'are'} not official yet. Make the official update first, on the office's Statistics page or from the command line.`,
  )
}

/** What the start of a season is planned with. */
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
        text: `final standings of ${name}: ${plural(standings.length, 'team')}, first ${winner.teamName}${owner} with a total of ${money(winner.totalCents)}`,
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
    steps.push(without('changed', `cash of all teams together, from ${money(before)} to ${money(after)}`))
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
