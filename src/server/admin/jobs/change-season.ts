import { seasonBefore } from '#rules/calendar'
import type { FoundPlayer } from '../../nhl/source.ts'
import type { Queries } from '../../store/engine/database.ts'
import { type CurrentLeague, lockLeague } from '../../store/subjects/league.ts'
import { listMembers } from '../../store/subjects/members.ts'
import { publishWithin } from '../../store/subjects/publish.ts'
import {
  allTeams,
  countPending,
  enterTeam,
  forgetCareers,
  insertTeam,
  type KeptTeam,
  saveFileSeason,
  saveLeagueRow,
  seasonProgress,
  startingCash,
  teamsOfSeason,
} from '../../store/subjects/setup-league.ts'
import { type LeagueFile, seasonName } from '../file/league-file.ts'
import { DRY_RUN, fileOfJob, realLeague } from './file-of-job.ts'
import { findStrangers } from './find-strangers.ts'
import type { JobOf } from './job.ts'
import { type JobContext, JobRefusal, type Step } from './job-context.ts'
import { memberChanges } from './members-of-file.ts'
import { planPastRosters } from './past-rosters.ts'
import type { UnknownPlayer } from './player-names.ts'
import { constantDifferences, leagueDifferences } from './season-differences.ts'
import { planSoFar } from './so-far.ts'
import { describeTeam, ignoredOfTeams, type TeamOfFile, teamLine, teamsOfFile } from './teams-of-file.ts'

/**
 * Makes the league and its season what the file says: name, zone, constants, days, new teams, last season's rosters. A
 * season after the present one is started.
 */
export async function changeSeason(job: JobOf<'season'>, context: JobContext): Promise<void> {
  const file = fileOfJob(job.file)
  // An import under way would write its remaining lines into a season that is over.
  const free = await context.database.exclusively(async () => {
    const unknown = await changeWith(file, new Map(), job, context)
    if (unknown.length === 0) return
    // They are asked for between two transactions: the network would keep everybody else waiting.
    await changeWith(file, await findStrangers(unknown, job, context), job, context)
  })
  if (!free) throw new JobRefusal('The server is importing at this moment; try again in a few minutes.')
}

/** Does everything; or does nothing, and returns the players it does not know. */
async function changeWith(
  file: LeagueFile,
  strangers: ReadonlyMap<number, FoundPlayer>,
  { dryRun }: JobOf<'season'>,
  { database, clock, say }: JobContext,
): Promise<readonly UnknownPlayer[]> {
  return database.transaction(async (queries) => {
    await lockLeague(queries)
    const league = await realLeague(queries)
    const starts = await startsAnew(queries, league, file)
    const kept = await allTeams(queries)
    const teams = teamsOfFile(file, kept)
    const { notes, steps } = await planTeams(queries, { file, league, kept, teams })
    const rosters = await planPastRosters(queries, file, teams, strangers)
    const soFar = await planSoFar(queries, { league, file, teams, strangers, now: clock().getTime(), say })
    const unknown = [...rosters.unknown, ...soFar.unknown]
    if (unknown.length > 0) return unknown
    // Teams come before the rosters that name them.
    const planned = [
      ...(starts ? startSeason(league, file) : changeLeague(league, file)),
      ...steps,
      ...rosters.steps,
      ...soFar.steps,
    ]
    for (const { tells } of planned) say(tells)
    const ignored = [...notes, ...soFar.notes, ...(await ignoredOfMembers(queries, file, teams))]
    for (const note of ignored) say(note)
    if (planned.length === 0) {
      say(ignored.length === 0 ? 'The season is as in the file.' : 'Nothing else differs; nothing has been changed.')
      return []
    }
    if (dryRun) {
      say(DRY_RUN)
      return []
    }
    for (const step of planned) await step.run(queries)
    if (starts) await publishWithin(queries, file.season.id, clock())
    await database.announce(queries, 'league', '')
    // Guests may have come or gone.
    await database.announce(queries, 'session', '')
    say('Done.')
    return []
  })
}

async function startsAnew(queries: Queries, league: CurrentLeague, { season }: LeagueFile): Promise<boolean> {
  if (season.id === league.seasonId) return false
  if (season.id < league.seasonId) {
    throw new JobRefusal(
      `The league is in the season ${seasonName(league.seasonId)} and cannot go back to ${seasonName(season.id)}.`,
    )
  }
  const { lines } = await countPending(queries)
  if (lines > 0) {
    throw new JobRefusal(
      `${lines} imported lines of ${seasonName(league.seasonId)} are not published yet; first: npm run league -- publish`,
    )
  }
  return true
}

const nothingMore = async (): Promise<void> => {}

function startSeason(league: CurrentLeague, file: LeagueFile): Step[] {
  const last = seasonBefore(file.season.id)
  const missed = last !== league.seasonId
  return [
    {
      tells: `+ season ${seasonName(file.season.id)}, ${file.season.firstDay} to ${file.season.lastDay}`,
      run: async (queries) => {
        await saveFileSeason(queries, file.season)
        await saveLeagueRow(queries, file)
        // What its players did last season has not been read here.
        if (missed) await forgetCareers(queries)
      },
    },
    ...(missed && !file.lastSeason
      ? [
          {
            tells: `! without rosters of ${seasonName(last)} nobody can keep a player; lastSeason gives them`,
            run: nothingMore,
          },
        ]
      : []),
    ...constantDifferences(league, file).map((tells) => ({ tells, run: nothingMore })),
  ]
}

function changeLeague(league: CurrentLeague, file: LeagueFile): Step[] {
  const save = async (queries: Queries) => {
    await saveFileSeason(queries, file.season)
    await saveLeagueRow(queries, file)
  }
  return leagueDifferences(league, file).map((tells, index) => ({ tells, run: index === 0 ? save : nothingMore }))
}

interface Teams {
  readonly file: LeagueFile
  readonly league: CurrentLeague
  readonly kept: readonly KeptTeam[]
  readonly teams: readonly TeamOfFile[]
}

/** Teams that are new in the season. Those that the file leaves out stay in a season that has begun. */
async function planTeams(
  queries: Queries,
  { file, league, kept, teams }: Teams,
): Promise<{ steps: Step[]; notes: string[] }> {
  const seasonId = file.season.id
  const inSeason = await teamsOfSeason(queries, seasonId)
  const present = await teamsOfSeason(queries, league.seasonId)
  const left = kept.filter(({ id }) => present.has(id) && !teams.some((each) => each.id === id))
  await refuseLosingTeams(
    queries,
    left,
    kept.filter(({ id }) => present.has(id)),
  )
  const steps = teams
    .filter(({ id }) => !inSeason.has(id))
    .map(
      ({ team, id, kept }): Step => ({
        tells: kept ? `+ team ${kept.shortName} takes part` : `+ team ${team.shortName}, ${team.name}, id ${id}`,
        run: async (within) => {
          if (!kept) await insertTeam(within, { ...team, id })
          await enterTeam(within, seasonId, { teamId: id, cashCents: team.cashCents })
        },
      }),
    )
  const { picks } = await seasonProgress(queries, seasonId)
  if (steps.length > 0 && picks > 0) {
    throw new JobRefusal(
      `${steps[0]?.tells.slice(2)}: the season has players on its rosters, so no team can join it any more.`,
    )
  }
  const names = left.map(describeTeam).join(', ')
  const stays = seasonId === league.seasonId ? 'A team stays until the season is over.' : 'They take no part in it.'
  return {
    steps,
    notes: [
      ...(left.length > 0 ? [`Not in the file: ${names}. ${stays}`] : []),
      ...ignoredOfTeams(teams, await startingCash(queries, seasonId)),
    ],
  }
}

/** A team that has merely been renamed would be left behind, and with it the players that its member may keep. */
async function refuseLosingTeams(
  queries: Queries,
  left: readonly KeptTeam[],
  present: readonly KeptTeam[],
): Promise<void> {
  const members = await listMembers(queries)
  const owned = left.flatMap((team) => {
    const owners = members.filter(({ teamId }) => teamId === team.id).map(({ userName }) => userName)
    return owners.length > 0 ? [`${describeTeam(team)} of ${owners.join(' and ')}`] : []
  })
  if (owned.length === 0) return
  throw new JobRefusal(
    [
      `The file leaves out ${owned.join(', ')}. A team that was renamed is found by its id; the teams of the league are:`,
      ...present.map((team) => teamLine(team)),
      'Put the ids into the file. A team that is to leave has no member any more: first take it from its member with npm run league -- members FILE.',
    ].join('\n'),
  )
}

async function ignoredOfMembers(queries: Queries, file: LeagueFile, teams: readonly TeamOfFile[]): Promise<string[]> {
  const { added, changed, absent } = memberChanges(await listMembers(queries), file, teams)
  const names = [...added, ...changed.map(({ member }) => member), ...absent].map(({ userName }) => userName)
  return names.length === 0
    ? []
    : [`The members are not those of the file (${names.join(', ')}) and stay: npm run league -- members FILE`]
}
