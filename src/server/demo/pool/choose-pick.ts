import type { DraftBoxName } from '#contract/limits'
import { type BoxCandidate, boxForPick } from '#rules/draft-boxes'
import { isRefusal } from '#rules/refusal'
import type { Dice } from '../simulation/dice.ts'

/** What an owner sees when it is their turn. */
export interface PickBoard {
  readonly candidates: readonly BoxCandidate[]
  readonly boxOf: ReadonlyMap<number, DraftBoxName>
  readonly drafted: ReadonlySet<number>
  /** The boxes from which the team has a player. */
  readonly filled: readonly DraftBoxName[]
  /** How well the owner judges players: smaller is better. */
  readonly judgement: number
}

export interface PickChoice {
  readonly playerId: number
  readonly box: DraftBoxName
  /** Whether the player is from outside the boxes, which takes the name of a box. */
  readonly outside: boolean
}

/** The best player in the owner's eyes, of those the team may draft; null when there is none. */
export function choosePick(
  { candidates, boxOf, drafted, filled, judgement }: PickBoard,
  throws: Dice,
): PickChoice | null {
  const seen = candidates
    .map((each) => ({ each, worth: each.normalizedPoints * Math.exp(throws.normal() * judgement) }))
    .sort((one, other) => other.worth - one.worth)
  for (const { each } of seen) {
    const boxName = boxOf.get(each.playerId) ?? null
    const wanted = boxName ? null : filled.includes('1.OUT') ? '2.OUT' : '1.OUT'
    const open = { position: each.position, boxName, isDrafted: drafted.has(each.playerId) }
    const box = boxForPick(open, wanted, filled)
    if (!isRefusal(box)) return { playerId: each.playerId, box, outside: boxName === null }
  }
  return null
}
