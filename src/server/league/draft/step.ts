import type { Pick } from '#contract/draft'
import type { Clock, LiveMessage } from '#contract/draft-room'
import type { Instant } from '#rules/calendar'
import { clockAfter, type DraftClock } from '#rules/draft-clock'
import type { PickSequence } from '#rules/pick-sequence'
import { takeBack } from '#rules/pick-sequence-admin'
import { isRefusal, type Refusal, refuse } from '#rules/refusal'
import type { Queries } from '../../db/engine/database.ts'
import { lockDraft, lockPlayers, lockTeam } from '../../db/locks.ts'
import { type LiveOutlet, sendLive } from '../../live/live-channels.ts'
import { queueTurnNotices } from '../../push/push-notices.ts'
import { currentLeague } from '../league.ts'
import { deleteEntries, latestPick } from './draft.ts'
import { type NewLogEntry, standingPicks, writeLog } from './draft-log.ts'
import { type Draft, findDraft, saveClock, saveSequence } from './sequence.ts'

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

/** Holds what taking back this player's pick depends on until the transaction ends. */
export async function lockToTakeBack(queries: Queries, playerId: number): Promise<void> {
  await lockDraft(queries)
  const latest = await latestPick(queries, (await currentLeague(queries)).seasonId)
  if (latest) await lockTeam(queries, latest.teamId)
  await lockPlayers(queries, [playerId])
}

/** The pick of this player, which must be the latest, and its draft. */
async function pickToTakeBack(queries: Queries, seasonId: number, playerId: number) {
  const draft = await findDraft(queries, seasonId)
  if (!draft) return refuse('DRAFT_NOT_STARTED')
  const latest = await latestPick(queries, seasonId)
  if (!latest) return refuse('NO_PICK_TO_TAKE_BACK')
  // By name: a second tap, or a second admin, must not take back the pick before as well.
  if (latest.playerId !== playerId) return refuse('NOT_THE_LAST_PICK')
  return latest.isSettled ? refuse('PICK_SETTLED') : { draft, latest }
}

/** Takes back the pick of this player, in the transaction that holds its locks. */
export async function takeBackPick(
  outlet: LiveOutlet,
  { queries, now }: Moment,
  { playerId, by }: { readonly playerId: number; readonly by: string },
): Promise<Pick[] | Refusal> {
  const { seasonId } = await currentLeague(queries)
  const found = await pickToTakeBack(queries, seasonId, playerId)
  if (isRefusal(found)) return found
  const { draft, latest } = found
  const taken = await takenBack(queries, seasonId, [latest])
  await deleteEntries(queries, [latest.id])
  return takeStep(outlet, { queries, now }, draft, takeBack(draft.sequence, playerId), {
    log: taken.map((entry) => ({ ...entry, byName: by })),
    live: () => [{ type: 'PICK_TAKEN_BACK', playerId }],
  })
}

/** For the log: that these picks are taken back. */
export async function takenBack(
  queries: Queries,
  seasonId: number,
  picks: readonly { teamId: number; playerId: number }[],
): Promise<NewLogEntry[]> {
  const standing = await standingPicks(
    queries,
    seasonId,
    picks.map(({ playerId }) => playerId),
  )
  return picks.map(({ teamId, playerId }) => {
    const pickNr = standing.get(playerId)
    if (pickNr === undefined) throw new Error(`The log does not have the pick of ${playerId}`)
    return { kind: 'taken-back', teamId, playerId, pickNr }
  })
}
