import { counted } from '#rules/counted'
import type { Queries } from '../../store/engine/database.ts'
import { shareSeason } from '../../store/subjects/locks.ts'
import { publish, refuseClockBehind } from '../../store/subjects/publish.ts'
import { countPending, hasPlayersToPublish } from '../../store/subjects/setup-league.ts'
import { auditCommand } from './audit-command.ts'
import { DRY_RUN, realLeague } from './file-of-job.ts'
import type { JobOf } from './job.ts'
import { type JobContext, JobRefusal } from './job-context.ts'

/** New players and moves of players are shown without lines too, as long as that takes nothing from anyone. */
async function refuseEmptyUpdate(queries: Queries, seasonId: number): Promise<void> {
  const { hasPlayers, hasLast } = await hasPlayersToPublish(queries, seasonId)
  if (hasPlayers && !hasLast) return
  throw new JobRefusal(
    'No new lines wait for an official update, and one without them would empty the column Last. Right after an import this means that no game has ended since the last update; otherwise import first: npm run league -- import. Or publish all the same: npm run league -- publish --anyway',
  )
}

/** Makes an official update of everything imported so far. */
export async function publishUpdate(
  { ifNew = false, dryRun }: JobOf<'publish'>,
  { database, clock, say }: JobContext,
): Promise<void> {
  const pending = await database.transaction(async (queries) => {
    const { seasonId } = await realLeague(queries)
    await refuseClockBehind(queries, clock())
    const counts = await countPending(queries)
    if (ifNew && counts.lines === 0) await refuseEmptyUpdate(queries, seasonId)
    return counts
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
