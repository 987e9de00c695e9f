import type { DraftBox, DraftBoxPlayer } from '#contract/draft'
import { folded } from '#rules/names'
import { type BoxState, boxSections } from '../boxes/boxes.tsx'

const ALWAYS = ['1.OUT', '2.OUT'] as const

/** The boxes with those that always exist. */
export const wholeBoard = (boxes: readonly DraftBox[]): readonly DraftBox[] => [
  ...boxes,
  ...ALWAYS.filter((name) => !boxes.some(({ boxName }) => boxName === name)).map((boxName) => ({
    boxName,
    players: [],
  })),
]

/** A box for players who are in no other; it has only those who are drafted. */
export const isOutside = ({ boxName }: Pick<DraftBox, 'boxName'>): boolean => boxName.endsWith('.OUT')

/** The boxes in the order in which they stand on the board. */
export const inBoardOrder = (boxes: readonly DraftBox[]): readonly DraftBox[] =>
  boxSections(boxes).flatMap((section) => section.boxes)

export const isDrafted = ({ isDrafted, teamId }: DraftBoxPlayer): boolean => isDrafted ?? teamId != null

/** The team's player of the box. */
export const pickOf = ({ players }: DraftBox, teamId: number | null | undefined): DraftBoxPlayer | undefined =>
  teamId == null ? undefined : players.find((player) => player.teamId === teamId && isDrafted(player))

/** How many of its places the team has filled; null before the boxes are generated, since two of them always exist. */
export const filledText = (boxes: readonly DraftBox[], teamId: number): string | null =>
  boxes.length > ALWAYS.length ? `${boxes.filter((box) => pickOf(box, teamId)).length} of ${boxes.length}` : null

export const isDraftedBy = (
  boxes: readonly DraftBox[] | undefined,
  teamId: number | null | undefined,
  { playerId }: Pick<DraftBoxPlayer, 'playerId'>,
): boolean =>
  boxes?.some(({ players }) =>
    players.some((player) => player.playerId === playerId && player.teamId === teamId && isDrafted(player)),
  ) ?? false

/** Closed once the viewer's team has a player of the box, active on its turn, else waiting (spec, section 4). */
export const boxState = (box: DraftBox, teamId: number | null | undefined, isTurn: boolean): BoxState => {
  if (pickOf(box, teamId)) return 'closed'
  return isTurn ? 'active' : 'waiting'
}

/** Drafted players first, then by their rank in the box. */
export const inOrder = (players: readonly DraftBoxPlayer[]): readonly DraftBoxPlayer[] =>
  [...players].sort(
    (a, b) =>
      Number(isDrafted(b)) - Number(isDrafted(a)) ||
      (a.boxRank ?? Number.POSITIVE_INFINITY) - (b.boxRank ?? Number.POSITIVE_INFINITY),
  )

/** What of the board is wanted on screen. */
export interface Wanted {
  /** Each word is somewhere in the player's name. */
  readonly words: string
  readonly isFreeOnly: boolean
  /** Boxes that the team had filled when the member chose to see its open ones. */
  readonly left: ReadonlySet<string>
}

/** A box, and those of its players who are wanted. */
export interface ShownBox {
  readonly boxName: string
  readonly box: DraftBox
  readonly players: readonly DraftBoxPlayer[]
}

export const shownBoxes = (boxes: readonly DraftBox[], { words, isFreeOnly, left }: Wanted): readonly ShownBox[] => {
  const parts = folded(words).split(' ').filter(Boolean)
  const isAll = parts.length === 0 && !isFreeOnly
  const isWanted = (player: DraftBoxPlayer) => {
    if (isFreeOnly && isDrafted(player)) return false
    const name = folded(player.name)
    return parts.every((part) => name.includes(part))
  }
  return boxes
    .filter(({ boxName }) => !left.has(boxName))
    .map((box) => ({ boxName: box.boxName, box, players: isAll ? box.players : box.players.filter(isWanted) }))
    .filter(({ players }) => parts.length === 0 || players.length > 0)
}
