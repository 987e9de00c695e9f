import type { DraftBoxName } from '#contract/limits'
import { boxForPick, type DraftCandidate } from './draft-boxes.ts'
import { type PickSequence, pick } from './pick-sequence.ts'
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
  player: DraftCandidate,
  requested: string | null,
  filled: readonly DraftBoxName[],
): DraftedStep | Refusal => {
  const next = pick(sequence, teamId)
  if (isRefusal(next)) return next
  const boxName = boxForPick(player, requested, filled)
  return isRefusal(boxName) ? boxName : { sequence: next, boxName }
}
