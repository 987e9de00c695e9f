import type { DraftBoxName } from '#contract/limits'
import { boxForPick, DRAFT_BOXES, type DraftCandidate } from './draft-boxes.ts'
import { type PickSequence, pick } from './pick-sequence.ts'
import { removeTeam } from './pick-sequence-admin.ts'
import { isRefusal, type Refusal } from './refusal.ts'

/** The result of a pick: both the turn and the box were valid. */
export interface DraftedStep {
  readonly sequence: PickSequence
  readonly boxName: DraftBoxName
}

/**
 * A team drafts a player: a box player into their own box (`requested` is null), an outside player into the requested
 * one. `filled`: the boxes in which the team already has a player.
 */
export const draftPlayer = (
  sequence: PickSequence,
  teamId: number,
  player: DraftCandidate & { readonly playerId: number },
  requested: string | null,
  filled: readonly DraftBoxName[],
): DraftedStep | Refusal => {
  const next = pick(sequence, teamId, player.playerId)
  if (isRefusal(next)) return next
  const boxName = boxForPick(player, requested, filled)
  if (isRefusal(boxName)) return boxName
  const isFull = filled.length + 1 >= Math.min(sequence.rounds, DRAFT_BOXES.length)
  return { sequence: isFull ? withoutTeam(next, teamId) : next, boxName }
}

/** Turns that a full team has left over, after Back or Add Team, could only hold everybody up. */
const withoutTeam = (sequence: PickSequence, teamId: number): PickSequence => {
  const without = removeTeam(sequence, teamId)
  return isRefusal(without) ? sequence : without
}
