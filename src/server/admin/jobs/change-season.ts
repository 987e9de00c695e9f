import { seasonName } from '#rules/calendar'
import type { FoundPlayer } from '../../nhl/source.ts'
import type { Queries } from '../../store/engine/database.ts'
import { dropLeagueFile } from '../../store/subjects/kept-league-file.ts'
import { type CurrentLeague, lockLeague } from '../../store/subjects/league.ts'
import { lockSeason } from '../../store/subjects/locks.ts'
import { listMembers } from '../../store/subjects/members.ts'
import { retiringTeams } from '../../store/subjects/office-teams.ts'
import { allTeams, saveFileSeason, saveLeagueRow } from '../../store/subjects/setup-league.ts'
import type { LeagueFile } from '../file/league-file.ts'
import { auditCommand } from './audit-command.ts'
import { DRY_RUN, fileOfJob, realLeague } from './file-of-job.ts'
import { findStrangers } from './find-strangers.ts'
import { openSource } from './import-statistics.ts'
import type { JobOf } from './job.ts'
import { type JobContext, JobRefusal, type Step } from './job-context.ts'
import { memberChanges } from './members-of-file.ts'
import { afterStart, sayNext } from './next-steps.ts'
import { planPastRosters } from './past-rosters.ts'
import type { UnknownPlayer } from './player-names.ts'
import { sayWhenDone } from './say-when-done.ts'
import { leagueDifferences } from './season-differences.ts'
import { carryOutStart, printedLine, refuseUnpublished, type Starting, startSteps, without } from './season-plan.ts'
import { outsideOfCounted } from './season-settings.ts'
import { planTeams } from './season-teams.ts'
import { planSoFar } from './so-far.ts'
import { type TeamOfFile, teamsOfFile } from './teams-of-file.ts'

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
    await changeWith(file, await findStrangers(unknown, () => openSource(job, context), context.progress), job, context)
  })
  if (!free) throw new JobRefusal('The server is importing at this moment; try again in a few minutes.')
}

/** Does everything; or does nothing, and returns the players it does not know. */
async function changeWith(
  file: LeagueFile,
  strangers: ReadonlyMap<number, FoundPlayer>,
  { dryRun }: JobOf<'season'>,
  context: JobContext,
): Promise<readonly UnknownPlayer[]> {
  const { database, clock } = context
  return sayWhenDone(context, async (queries, say) => {
    await lockSeason(queries)
    await lockLeague(queries)
    const league = await realLeague(queries)
    const starts = await startsAnew(queries, league, file)
    const outside = starts ? null : await outsideOfCounted(queries, league, file.season)
    if (outside !== null) throw new JobRefusal(outside)
    const retired = starts ? await retiringWithout(queries, file) : []
    const starting: Starting = { league, file, retired, now: clock() }
    const { notes, steps, newTeams, teams } = await planTeams(queries, starting)
    const rosters = await planPastRosters(queries, file, teams, strangers)
    const soFar = await planSoFar(queries, { league, file, teams, strangers, now: clock().getTime(), say })
    const unknown = [...rosters.unknown, ...soFar.unknown]
    if (unknown.length > 0) return unknown
    // Teams come before the rosters that name them.
    const changes = starts ? await startSteps(queries, starting) : changeLeague(league, file)
    const planned = [...changes, ...steps, ...rosters.steps, ...soFar.steps]
    for (const { line } of planned) say(printedLine(line))
    const ignored = [...notes, ...soFar.notes, ...(await ignoredOfMembers(queries, file, teams))]
    for (const note of ignored) say(note)
    // It says what the file with which the league was made said.
    if (!dryRun) await dropLeagueFile(queries)
    if (planned.length === 0) {
      say(ignored.length === 0 ? 'The season is as in the file.' : 'Nothing else differs; nothing has been changed.')
      return []
    }
    if (dryRun) {
      say(DRY_RUN)
      return []
    }
    if (starts) await carryOutStart(queries, starting, { steps: planned, newTeams, byName: null })
    else for (const step of planned) await step.run(queries)
    await auditCommand(queries, clock(), starts ? 'command.startSeason' : 'command.season', {
      seasonId: file.season.id,
      lines: planned.map(({ line }) => printedLine(line)),
    })
    await database.announce(queries, 'league', '')
    // Guests may have come or gone.
    await database.announce(queries, 'session', '')
    say('Done.')
    if (starts) sayNext(say, afterStart)
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
