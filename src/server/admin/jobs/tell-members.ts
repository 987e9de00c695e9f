import { errorSentences } from '#contract/errors'
import { checkMessage } from '#rules/league-message'
import { isRefusal } from '#rules/refusal'
import { lockLeague } from '../../store/subjects/league.ts'
import { officeMessage, tell } from '../../store/subjects/messages.ts'
import { auditCommand } from './audit-command.ts'
import { anyLeague, DRY_RUN } from './file-of-job.ts'
import type { JobOf } from './job.ts'
import { type JobContext, JobRefusal } from './job-context.ts'

/** Tells all members something, in the place of what was told before; without words nothing any more. */
export async function tellMembers({ words: text, dryRun }: JobOf<'tell'>, context: JobContext): Promise<void> {
  const { database, clock, say } = context
  const checked = checkMessage(text)
  if (isRefusal(checked)) throw new JobRefusal(errorSentences[checked.refused])
  const { words } = checked
  const devices = await database.transaction(async (queries) => {
    await lockLeague(queries)
    await anyLeague(queries)
    const now = clock()
    const { notified } = await officeMessage(queries, now.getTime())
    if (dryRun) return notified
    await tell({ database }, queries, { words, by: null, memberId: null, now: now.getTime() })
    await auditCommand(queries, now, 'message.tell', { words })
    return notified
  })
  if (words === '') say(dryRun ? 'Would remove the message.' : 'Message removed.')
  else {
    const notified = devices === 0 ? 'no device is' : devices === 1 ? 'one device is' : `${devices} devices are`
    say(`${dryRun ? 'Would be shown' : 'Shown'} to all members until they have read it; ${notified} notified.`)
  }
  if (dryRun) say(DRY_RUN)
}
