import { errorSentences } from '#contract/errors'
import type { TeamNames } from '#contract/stats'
import { checkTeamNames } from '#rules/names'
import { isRefusal } from '#rules/refusal'
import { lockTeam, lockTeamNames, shareSeason } from '../../store/subjects/locks.ts'
import { renameTeam, teamNames } from '../../store/subjects/teams.ts'
import { auditCommand } from './audit-command.ts'
import { anyLeague, DRY_RUN } from './file-of-job.ts'
import type { JobOf } from './job.ts'
import { type JobContext, JobRefusal } from './job-context.ts'
import { sayWhenDone } from './say-when-done.ts'
import { teamNamed } from './team-named.ts'

const called = ({ name, shortName }: TeamNames): string => `${name} (${shortName})`

/** Gives a team another name, another short name or both, as its member or the office would. */
export async function renameByCommand(wanted: JobOf<'rename'>, context: JobContext): Promise<void> {
  const { database, clock } = context
  await sayWhenDone(context, async (queries, say) => {
    await shareSeason(queries)
    await anyLeague(queries)
    const teamId = await teamNamed(queries, wanted.team)
    await lockTeam(queries, teamId)
    await lockTeamNames(queries)
    const all = await teamNames(queries)
    const present = all.find(({ id }) => id === teamId)
    if (!present) throw new JobRefusal(errorSentences.TEAM_NOT_FOUND)
    const { id: _, ...was } = present
    const names = checkTeamNames(
      { name: wanted.name || was.name, shortName: wanted.shortName || was.shortName },
      all.filter((each) => each !== present),
    )
    if (isRefusal(names)) throw new JobRefusal(errorSentences[names.refused])
    if (called(names) === called(was)) return say(`It is ${called(was)} already.`)
    say(`${wanted.dryRun ? 'Would rename' : 'Renamed'} ${called(was)} to ${called(names)}.`)
    if (wanted.dryRun) return say(DRY_RUN)
    await renameTeam(queries, teamId, names)
    await auditCommand(queries, clock(), 'office.renameAnyTeam', { teamId, body: names, was })
    await database.announce(queries, 'answers', '')
  })
}
