import { seasonName } from '#rules/calendar'
import { keepLeagueFile } from '../../store/subjects/kept-league-file.ts'
import { findLeague, lockLeague } from '../../store/subjects/league.ts'
import { changeMembers, listMembers } from '../../store/subjects/members.ts'
import { publish } from '../../store/subjects/publish.ts'
import { enterTeam, insertTeam, saveFileSeason, saveLeagueRow } from '../../store/subjects/setup-league.ts'
import type { LeagueFile } from '../file/league-file.ts'
import { auditCommand } from './audit-command.ts'
import { DRY_RUN, fileOfJob } from './file-of-job.ts'
import { inviteAdmins, tellLink } from './invite-member.ts'
import type { JobOf } from './job.ts'
import { type JobContext, JobRefusal } from './job-context.ts'
import { COMMAND, sayNext } from './next-steps.ts'
import { refuseFuture } from './so-far.ts'
import { teamsOfFile } from './teams-of-file.ts'

/** What of a file waits for its players. */
const readLater = ({ lastSeason, soFar, season }: LeagueFile): string[] => [
  ...(lastSeason ? [`the rosters of ${seasonName(lastSeason.id)}`] : []),
  ...(soFar ? [`${seasonName(season.id)} so far`] : []),
]

/** Makes the league of the file in a database that has none: all of it or nothing. */
export async function makeLeague({ file: text, dryRun }: JobOf<'init'>, context: JobContext): Promise<void> {
  const { database, clock, say } = context
  const file = fileOfJob(text)
  const planned = teamsOfFile(file, [])
  const waiting = readLater(file)
  if (file.soFar) refuseFuture(file.soFar, file.timeZone, clock().getTime())
  await database.transaction(async (queries) => {
    await lockLeague(queries)
    const league = await findLeague(queries)
    if (league) {
      const which = league.demoSeed === null ? `the league "${league.name}"` : 'the demo league'
      throw new JobRefusal(
        `This database already holds ${which}. Set DATA_DIR to a new folder or DATABASE_URL to an empty database.`,
      )
    }
    if ((await listMembers(queries)).length > 0) {
      throw new JobRefusal('This database already has members. Set DATA_DIR or DATABASE_URL to an empty one.')
    }
    if (dryRun) return
    const ids = new Map(planned.map(({ team, id }) => [team.shortName, id]))
    await saveFileSeason(queries, file.season)
    await saveLeagueRow(queries, file)
    for (const { team, id } of planned) {
      await insertTeam(queries, { ...team, id })
      await enterTeam(queries, file.season.id, { teamId: id, cashCents: team.cashCents })
    }
    const added = file.members.map(({ team, line: _, ...member }) => ({
      ...member,
      roles: [...member.roles],
      teamId: team === null ? null : (ids.get(team) ?? null),
    }))
    await changeMembers(queries, { added, changed: [], removed: [] })
    if (waiting.length > 0) await keepLeagueFile(queries, text)
    // The first update: everybody has nothing yet.
    await publish(queries, file.season.id, clock())
    await auditCommand(queries, clock(), 'command.init', { name: file.name })
    await database.announce(queries, 'league', '')
  })
  const { name, season, members, soFar } = file
  say(`${dryRun ? 'Would make' : 'Made'} the league "${name}", season ${seasonName(season.id)}:`)
  say(
    `  ${planned.length} teams (id, short name): ${planned.map(({ team, id }) => `${id} ${team.shortName}`).join(', ')}`,
  )
  say(`  ${members.length} members: ${members.map(({ userName }) => userName).join(', ')}`)
  if (dryRun) return say(DRY_RUN)
  const invited = await inviteAdmins(context)
  const steps = [
    `${COMMAND} import${waiting.length === 0 ? '' : `, which takes over ${waiting.join(' and ')}`}`,
    // What was so far comes with an update of its own.
    ...(soFar ? [] : [`${COMMAND} publish`]),
    ...(invited.others.length > 0 ? [`${COMMAND} invite ${invited.others.join(' ')}`] : []),
    'npm start, with the same settings; it also imports and publishes by itself, unless SCHEDULE=off',
    ...(invited.admins.length > 0 ? ['open the link below in a browser'] : []),
  ]
  sayNext(say, steps)
  for (const { name, made } of invited.admins) tellLink(context, name, made)
}
