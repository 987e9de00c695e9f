import { type DraftBoxName, OUTSIDE_DRAFT_BOXES } from '#contract/limits'
import { boxTakes, DRAFT_BOXES } from './draft-boxes.ts'
import type { Position } from './positions.ts'

/** A player who may be picked from a list. */
export interface ListCandidate {
  readonly playerId: number
  readonly position: Position
  /** Null for an outside player. */
  readonly boxName: DraftBoxName | null
  readonly isDrafted: boolean
  readonly normalizedPoints: number
}

export interface ListPick {
  readonly playerId: number
  readonly boxName: DraftBoxName
  /** From the list, or for want of one by normalizedPoints. */
  readonly by: 'list' | 'points'
}

/** What decides which boxes a player can fill. */
type Placeable = Pick<ListCandidate, 'position' | 'boxName'>

/** The open box that the player would fill; an outside player fills the first of the spec's order that takes them. */
const boxFor = ({ position, boxName }: Placeable, open: readonly DraftBoxName[]): DraftBoxName | undefined =>
  boxName === null
    ? OUTSIDE_DRAFT_BOXES.find((each) => open.includes(each) && boxTakes(each, position))
    : open.find((each) => each === boxName)

const openBoxes = (filled: readonly DraftBoxName[]) => DRAFT_BOXES.filter((boxName) => !filled.includes(boxName))

/** Whether a team with a player in each of the `filled` boxes can still take this one. */
export const fitsOpenBox = (player: Placeable, filled: readonly DraftBoxName[]): boolean =>
  boxFor(player, openBoxes(filled)) !== undefined

/**
 * The pick of a team whose member does not pick: the first player of its list who is free and has an open box, else the
 * free player of its open boxes with the highest normalizedPoints; of equals the one of the higher box (1.LW before
 * 2.LW, then in the order of the board), then the one with the lower id. 1.OUT and 2.OUT are filled from the list, and
 * by normalizedPoints only when no other box is open. `filled`: boxes in which the team has a player. Null: no player
 * is left for it.
 */
export const choosePick = (
  list: readonly number[],
  candidates: readonly ListCandidate[],
  filled: readonly DraftBoxName[],
): ListPick | null => {
  const open = openBoxes(filled)
  const free = new Map(candidates.filter(({ isDrafted }) => !isDrafted).map((each) => [each.playerId, each]))
  for (const playerId of list) {
    const player = free.get(playerId)
    const boxName = player && boxFor(player, open)
    if (boxName) return { playerId, boxName, by: 'list' }
  }
  const outside = open.find((each) => each.endsWith('.OUT'))
  const placed = [...free.values()].flatMap((player) => {
    const boxName = player.boxName === null ? outside : open.find((each) => each === player.boxName)
    return boxName ? [{ ...player, boxName, isOutside: player.boxName === null }] : []
  })
  const inBoxes = placed.filter(({ isOutside }) => !isOutside)
  const [best] = (inBoxes.length > 0 ? inBoxes : placed).sort(byPoints)
  return best ? { playerId: best.playerId, boxName: best.boxName, by: 'points' } : null
}

type Placed = Pick<ListPick, 'playerId' | 'boxName'> & Pick<ListCandidate, 'normalizedPoints'>

const byPoints = (a: Placed, b: Placed): number =>
  b.normalizedPoints - a.normalizedPoints || rankOf(a.boxName) - rankOf(b.boxName) || a.playerId - b.playerId

/** The number of the box first, then its place on the board. */
const rankOf = (boxName: DraftBoxName): number =>
  Number.parseInt(boxName, 10) * DRAFT_BOXES.length + DRAFT_BOXES.indexOf(boxName)
