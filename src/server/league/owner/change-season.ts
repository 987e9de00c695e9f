import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/command'
import { seasonName } from '#rules/calendar'
import type { Queries } from '../../db/engine/database.ts'
import { admit } from '../../http/admission.ts'
import type { Context } from '../../http/context.ts'
import { route, sent } from '../../http/serve.ts'
import { asksForDryRun, type Changing, declareRecord, makeChange, sendDecided } from '../../http/serve-change.ts'
import type { FoundPlayer } from '../../nhl/source.ts'
import type { LeagueFile } from '../file/league-file.ts'
import { type CurrentLeague, lockLeague } from '../league.ts'
import { fileOfLeague, ownLeague } from '../moving-in/file-of-league.ts'
import { afterStart, nextLines } from '../moving-in/next-steps.ts'
import { planPastRosters } from '../moving-in/past-rosters.ts'
import { findUnknownPlayers, type UnknownPlayer } from '../moving-in/player-names.ts'
import { planSeasonToDate } from '../moving-in/season-to-date.ts'
import { dropLeagueFile, saveFileSeason, saveLeagueRow } from '../moving-in/setup-league.ts'
import { DRY_RUN, printedLine, refusedBecause, type Step, without } from '../moving-in/step.ts'
import { type TeamOfFile, teamsOfFile } from '../moving-in/teams-of-file.ts'
import { listMembers } from '../office/members.ts'
import { retiringTeams } from '../office/office-teams.ts'
import { planTeams } from '../season/next-season.ts'
import {
  carryOutStart,
  leagueDifferences,
  refuseUnpublished,
  type Starting,
  startSteps,
} from '../season/season-plan.ts'
import { outsideOfCounted } from '../season/season-settings.ts'
import { allTeams, onTeamNameTaken } from '../teams.ts'
import { openSource, whileWanted } from './import-statistics.ts'
import { memberChanges } from './members-of-file.ts'

/** They are looked up between two transactions: the network would keep everybody else waiting. */
class Unknown extends Error {
  readonly players: readonly UnknownPlayer[]

  constructor(players: readonly UnknownPlayer[]) {
    super('Players are looked up first')
    this.players = players
  }
}

/**
 * Makes the league and its season what the file says: name, zone, constants, days, new teams, last season's rosters. A
 * season after the present one is started.
 */
export function registerChangeSeason(app: FastifyInstance, context: Context, stopping: AbortSignal): void {
  declareRecord(context, contract.season, changeSeason(context, new Map()))
  route(app, contract.season, async (request, reply) => {
    const user = await admit(context, request, 'admin')
    const input = sent(contract.season, request)
    const isDryRun = asksForDryRun(contract.season, request)
    const attempt = (unknownPlayers: ReadonlyMap<number, FoundPlayer>) =>
      makeChange(context, changeSeason(context, unknownPlayers), { ...input, user }, null, isDryRun)
    const lookUp = ({ players }: Unknown) =>
      findUnknownPlayers(
        players,
        () => openSource(input.body, context, whileWanted(request, stopping)),
        () => {},
      )
    const decided = await attempt(new Map()).catch(async (error: unknown) => {
      if (error instanceof Unknown) return attempt(await lookUp(error))
      throw error
    })
    return sendDecided(request, reply, decided)
  })
}

const changeSeason = (
  { database }: Context,
  unknownPlayers: ReadonlyMap<number, FoundPlayer>,
): Changing<typeof contract.season> => ({
  call: contract.season,
  access: 'admin',
  record: ({ seasonId, isStart }) => {
    const name = `the season ${seasonName(Number(seasonId))}`
    return isStart === true ? `started ${name} with a file` : `brought ${name} up to date with a file`
  },
  lock: lockLeague,
  // An import under way would write its remaining lines into a season that is over.
  isAlone: true,
  locksSeason: true,
  invalidates: 'answers',
  // Guests may have come or gone.
  changesUsers: true,
  onUniqueViolation: onTeamNameTaken,
  async handle({ queries, now, body: { file: text }, note, leaveUnrecorded, isDryRun }) {
    const file = fileOfLeague(text)
    const league = await ownLeague(queries)
    const starts = await startsNewSeason(queries, league, file)
    const outside = starts ? null : await outsideOfCounted(queries, league, file.season)
    if (outside !== null) throw refusedBecause(outside)
    const retired = starts ? await retiringWithout(queries, file) : []
    const starting: Starting = { league, file, retired, now: new Date(now) }
    const { notes, steps, newTeams, teams } = await planTeams(queries, starting)
    const rosters = await planPastRosters(queries, file, teams, unknownPlayers)
    const compared: string[] = []
    const soFar = await planSeasonToDate(queries, {
      league,
      file,
      teams,
      unknownPlayers,
      now,
      say: (line) => compared.push(line),
    })
    const unknown = [...rosters.unknown, ...soFar.unknown]
    if (unknown.length > 0) throw new Unknown(unknown)
    // Teams come before the rosters that name them.
    const changes = starts ? await startSteps(queries, starting) : changeLeague(league, file)
    const planned = [...changes, ...steps, ...rosters.steps, ...soFar.steps]
    const ignored = [...notes, ...soFar.notes, ...(await ignoredOfMembers(queries, file, teams))]
    const plan = planned.map(({ line }) => printedLine(line))
    // It has the contents of the file with which the league was made.
    await dropLeagueFile(queries)
    if (planned.length === 0) {
      leaveUnrecorded()
      const same =
        ignored.length === 0 ? 'The season is as in the file.' : 'Nothing else differs; nothing has been changed.'
      return { lines: [...ignored, same] }
    }
    if (starts) await carryOutStart(queries, starting, { steps: planned, newTeams, byName: null })
    else for (const step of planned) await step.run(queries)
    note({ seasonId: file.season.id, isStart: starts, lines: plan })
    await database.announce(queries, 'league', '')
    const done = isDryRun ? [DRY_RUN] : [...compared, 'Done.', ...(starts ? nextLines(afterStart) : [])]
    return { lines: [...plan, ...ignored, ...done] }
  },
})

async function startsNewSeason(queries: Queries, league: CurrentLeague, { season }: LeagueFile): Promise<boolean> {
  if (season.id === league.seasonId) return false
  if (season.id < league.seasonId) {
    throw refusedBecause(
      `The league is in the season ${seasonName(league.seasonId)} and cannot go back to ${seasonName(season.id)}.`,
    )
  }
  await refuseUnpublished(queries, league)
  return true
}

/** Teams that an admin has marked as not going on, and that the file leaves out. */
async function retiringWithout(queries: Queries, file: LeagueFile): Promise<number[]> {
  const teams = teamsOfFile(file, await allTeams(queries))
  return [...(await retiringTeams(queries))].filter((id) => !teams.some((team) => team.id === id))
}

function changeLeague(league: CurrentLeague, file: LeagueFile): Step[] {
  const save = async (queries: Queries) => {
    await saveFileSeason(queries, file.season)
    await saveLeagueRow(queries, file)
  }
  return leagueDifferences(league, file).map((text, index) =>
    index === 0 ? { line: { kind: 'changed', text }, run: save } : without('changed', text),
  )
}

async function ignoredOfMembers(queries: Queries, file: LeagueFile, teams: readonly TeamOfFile[]): Promise<string[]> {
  const { added, changed, absent } = memberChanges(await listMembers(queries), file, teams)
  const names = [...added, ...changed.map(({ member }) => member), ...absent].map(({ userName }) => userName)
  return names.length === 0
    ? []
    : [`The members are not those of the file (${names.join(', ')}) and stay: npm run league -- members FILE`]
}
