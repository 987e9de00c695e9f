import type { Pick } from '#contract/draft'
import { takeBack } from '#rules/pick-sequence-admin'
import { isRefusal, type Refusal, refuse } from '#rules/refusal'
import type { Queries } from '../../db/engine/database.ts'
import { lockDraft, lockPlayers, lockTeam } from '../../db/locks.ts'
import type { LiveOutlet } from '../../live/live-channels.ts'
import { currentLeague } from '../league.ts'
import { deleteEntries, latestPick } from './draft.ts'
import { type NewLogEntry, standingPicks } from './draft-log.ts'
import { findDraft } from './sequence.ts'
import { type Moment, takeStep } from './step.ts'

/** Holds what taking back this player's pick depends on until the transaction ends. */
export async function lockToTakeBack(queries: Queries, playerId: number): Promise<void> {
  await lockDraft(queries)
  const latest = await latestPick(queries, (await currentLeague(queries)).seasonId)
  if (latest) await lockTeam(queries, latest.teamId)
  await lockPlayers(queries, [playerId])
}

/** The pick of this player, which must be the latest, and its draft. */
export async function pickToTakeBack(queries: Queries, seasonId: number, playerId: number) {
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
  await deleteEntries(queries, [latest.entryId])
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
