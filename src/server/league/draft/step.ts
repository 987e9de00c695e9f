import type { Pick } from '#contract/draft'
import type { Clock } from '#contract/draft-room'
import type { LiveMessage } from '#contract/live'
import type { Instant } from '#rules/calendar'
import { clockAfter, type DraftClock } from '#rules/draft-clock'
import type { PickSequence } from '#rules/pick-sequence'
import type { Queries } from '../../db/engine/database.ts'
import { type LiveOutlet, sendLive } from '../../live/live-channels.ts'
import { queueTurnNotices } from '../../push/push-notices.ts'
import { type NewLogEntry, writeLog } from './draft-log.ts'
import { type Draft, saveClock, saveSequence } from './sequence.ts'

/** The transaction of a change, which holds the draft's lock. */
export interface Moment {
  readonly queries: Queries
  readonly now: Instant
}

export interface StepNotes {
  readonly log: readonly NewLogEntry[]
  /** What boards hear before the new sequence. */
  readonly live?: (picks: readonly Pick[]) => readonly LiveMessage[]
}

/**
 * The one way in which the sequence of a draft moves on: with its clock, its record in the log, its live message to
 * everybody, and the notifications for devices whose app is closed, all in the same transaction.
 */
export async function takeStep(
  outlet: LiveOutlet,
  { queries, now }: Moment,
  draft: Draft,
  sequence: PickSequence,
  { log, live = () => [] }: StepNotes,
): Promise<Pick[]> {
  const pickSequence = await saveSequence(queries, draft, sequence)
  const clock = clockAfter(draft.clock, draft.sequence, sequence, now)
  const isNewClock = clock.deadlineAt !== draft.clock.deadlineAt || clock.leftMs !== draft.clock.leftMs
  if (isNewClock) await saveClock(queries, draft.seasonId, clock)
  await writeLog(queries, draft.seasonId, now, log)
  const announced = live(pickSequence)
  await sendLive(outlet, queries, now, [
    ...announced,
    { type: 'PICK_SEQUENCE_UPDATED', pickSequence },
    ...(isNewClock ? [roomUpdated(clock, now)] : []),
  ])
  const pick = announced.find((message) => message.type === 'PLAYER_DRAFTED')
  const lastPick = pick?.draftedPlayer ?? null
  await queueTurnNotices(outlet, queries, {
    now,
    before: underWay(draft),
    after: underWay({ clock, sequence }),
    lastPick,
  })
  return pickSequence
}

/** The sequence of a running draft; null while it is paused. */
export const underWay = ({
  clock,
  sequence,
}: {
  readonly clock: DraftClock
  readonly sequence: PickSequence
}): PickSequence | null => (clock.isPaused ? null : sequence)

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
