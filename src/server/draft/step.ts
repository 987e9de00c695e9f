import type { Pick } from '#contract/draft'
import type { Clock } from '#contract/draft-room'
import type { LiveMessage } from '#contract/live'
import type { Instant } from '#rules/calendar'
import { clockAfter, type DraftClock } from '#rules/draft-clock'
import type { PickSequence } from '#rules/pick-sequence'
import type { Queries } from '../store/engine/database.ts'
import { type NewLogEntry, writeLog } from '../store/subjects/draft-log.ts'
import { type LiveOutlet, sendLive } from '../store/subjects/live-events.ts'
import { type Draft, saveClock, saveSequence } from '../store/subjects/sequence.ts'

/** The transaction of a change, which holds the draft's lock. */
export interface Moment {
  readonly queries: Queries
  readonly now: Instant
}

export interface Told {
  readonly log: readonly NewLogEntry[]
  /** What boards hear before the new sequence. */
  readonly live?: (picks: readonly Pick[]) => readonly LiveMessage[]
}

/**
 * The one way in which the sequence of a draft moves on: with its clock, its record in the log, and what everybody
 * hears, all in the same transaction.
 */
export async function takeStep(
  outlet: LiveOutlet,
  { queries, now }: Moment,
  draft: Draft,
  sequence: PickSequence,
  { log, live = () => [] }: Told,
): Promise<Pick[]> {
  const pickSequence = await saveSequence(queries, draft, sequence)
  const clock = clockAfter(draft.clock, draft.sequence, sequence, now)
  const isNewClock = clock.deadlineAt !== draft.clock.deadlineAt || clock.leftMs !== draft.clock.leftMs
  if (isNewClock) await saveClock(queries, draft.seasonId, clock)
  await writeLog(queries, draft.seasonId, now, log)
  await sendLive(outlet, queries, now, [
    ...live(pickSequence),
    { type: 'PICK_SEQUENCE_UPDATED', pickSequence },
    ...(isNewClock ? [roomUpdated(clock, now)] : []),
  ])
  return pickSequence
}

export const clockAnswer = ({ secondsPerPick, isPaused, deadlineAt, leftMs }: DraftClock, now: Instant): Clock => ({
  secondsPerPick,
  isPaused,
  ...(deadlineAt !== null && { deadlineAt: new Date(deadlineAt).toISOString() }),
  ...(leftMs !== null && { leftMs }),
  now: new Date(now).toISOString(),
})

export const roomUpdated = (clock: DraftClock, now: Instant): LiveMessage => ({
  type: 'DRAFT_ROOM_UPDATED',
  clock: clockAnswer(clock, now),
})
