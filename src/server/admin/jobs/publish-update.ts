import { counted } from '#rules/counted'
import { shareSeason } from '../../store/subjects/locks.ts'
import { publish, refuseClockBehind } from '../../store/subjects/publish.ts'
import { countPending } from '../../store/subjects/setup-league.ts'
import { auditCommand } from './audit-command.ts'
import { DRY_RUN, realLeague } from './file-of-job.ts'
import type { JobOf } from './job.ts'
import type { JobContext } from './job-context.ts'

/** Makes an official update of everything imported so far. */
export async function publishUpdate({ dryRun }: JobOf<'publish'>, { database, clock, say }: JobContext): Promise<void> {
  const pending = await database.transaction(async (queries) => {
    await realLeague(queries)
    await refuseClockBehind(queries, clock())
    return countPending(queries)
  })
  const { lines, removed, from, through } = pending
  const what =
    lines === 0
      ? 'an update without new lines'
      : `${counted(lines - removed, 'line')} of ${from === through ? from : `${from} to ${through}`}${removed > 0 ? `, and takes back ${removed}` : ''}`
  if (dryRun) {
    say(`Would publish ${what}.`)
    return say(DRY_RUN)
  }
  await database.transaction(async (queries) => {
    await shareSeason(queries)
    const { seasonId } = await realLeague(queries)
    const at = clock()
    await publish(queries, seasonId, at)
    await auditCommand(queries, at, 'command.publish', {})
    await database.announce(queries, 'answers', String(seasonId))
  })
  say(`Published ${what}.`)
}
