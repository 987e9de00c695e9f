import type { DraftedPlayer } from '#contract/draft'
import { type ErrorCode, errorSentences } from '#contract/errors'
import { isRefusal } from '#rules/refusal'
import { lockToTakeBack, pickToTakeBack, takeBackPick } from '../../draft/steps/take-back.ts'
import { lastDrafted } from '../../store/subjects/draft.ts'
import { WrittenEvents } from '../../store/subjects/live-events.ts'
import { shareSeason } from '../../store/subjects/locks.ts'
import { auditCommand, authorNamed } from './audit-command.ts'
import { anyLeague, DRY_RUN } from './file-of-job.ts'
import type { JobOf } from './job.ts'
import { type JobContext, JobRefusal } from './job-context.ts'
import { playerNamed } from './player-names.ts'
import { sayWhenDone } from './say-when-done.ts'

const refusal = (code: ErrorCode): JobRefusal => new JobRefusal(errorSentences[code])

const lastOf = ({ name, draftBox, teamShortName }: DraftedPlayer): string =>
  `The last pick is ${name}, ${draftBox}, by ${teamShortName}.`

/** Takes back the last pick of the draft, shows what that would do, or says which pick that is. */
export async function takeBack({ player, by, dryRun }: JobOf<'take-back'>, context: JobContext): Promise<void> {
  const { database, clock } = context
  await sayWhenDone(context, async (queries, say) => {
    await shareSeason(queries)
    const { seasonId } = await anyLeague(queries)
    const playerId = player === '' ? null : await playerNamed(queries, player)
    if (playerId !== null && !dryRun) await lockToTakeBack(queries, playerId)
    const last = await lastDrafted(queries, seasonId)
    if (playerId === null) {
      if (!last) throw refusal('NO_PICK_TO_TAKE_BACK')
      return say(lastOf(last))
    }
    const found = await pickToTakeBack(queries, seasonId, playerId)
    if (isRefusal(found) && found.refused === 'NOT_THE_LAST_PICK' && last) throw new JobRefusal(lastOf(last))
    if (isRefusal(found)) throw refusal(found.refused)
    const what = `the pick of ${last?.name} by ${last?.teamShortName}`
    if (dryRun) {
      say(`Would take back ${what}.`)
      return say(DRY_RUN)
    }
    const now = clock()
    // What is written here every process reads from the database.
    const outlet = { database, writtenEvents: new WrittenEvents() }
    const who = await authorNamed(queries, by)
    const picks = await takeBackPick(outlet, { queries, now: now.getTime() }, { playerId, by: who })
    if (isRefusal(picks)) throw refusal(picks.refused)
    await auditCommand(queries, now, 'draft-room.takeBackPick', { playerId, ...(by !== '' && { by: who }) })
    await database.announce(queries, 'answers', '')
    say(`Took back ${what}.`)
  })
}
