import type { DraftBoxName } from '#contract/limits'
import type { ListCandidate } from '#rules/pick-list'
import { POSITIONS } from '#rules/positions'

/** A player whom a pick list may choose; a forward in the centre where the box does not say otherwise. */
export const player = (
  playerId: number,
  boxName: DraftBoxName | null,
  normalizedPoints: number,
  over: Partial<ListCandidate> = {},
): ListCandidate => ({
  playerId,
  boxName,
  position: POSITIONS.find((each) => boxName?.endsWith(`.${each}`)) ?? 'C',
  isDrafted: false,
  normalizedPoints,
  ...over,
})
