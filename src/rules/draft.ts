import type { DraftBoxName } from '#contract/limits'
import { boxForPick, type DraftCandidate } from './draft-boxes.ts'
import { type PickSequence, pick } from './pick-sequence.ts'
import { isRefusal, type Refusal } from './refusal.ts'

/** A pick as one step: the turn and the box are both right, or nothing happens. */
export interface DraftedStep {
  readonly sequence: PickSequence
  readonly boxName: DraftBoxName
}

/**
 * A team drafts a player: from his box (`wanted` is null) or from outside into the box wanted. `filled` are the boxes from
 * which the team already has a player.
 */
export const draftPlayer = (
  sequence: PickSequence,
  teamId: number,
  player: DraftCandidate,
  wanted: string | null,
  filled: readonly DraftBoxName[],
): DraftedStep | Refusal => {
  const next = pick(sequence, teamId)
  if (isRefusal(next)) return next
  const boxName = boxForPick(player, wanted, filled)
  return isRefusal(boxName) ? boxName : { sequence: next, boxName }
}
