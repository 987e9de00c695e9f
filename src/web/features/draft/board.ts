import type { DraftBox, DraftBoxPlayer } from '#contract/draft'
import type { BoxState } from '../boxes/boxes.tsx'

const ALWAYS = ['1.OUT', '2.OUT'] as const

/** The boxes with those that always exist. */
export const wholeBoard = (boxes: readonly DraftBox[]): readonly DraftBox[] => [
  ...boxes,
  ...ALWAYS.filter((name) => !boxes.some(({ boxName }) => boxName === name)).map((boxName) => ({
    boxName,
    players: [],
  })),
]

export const isDrafted = ({ isDrafted, teamId }: DraftBoxPlayer): boolean => isDrafted ?? teamId != null

/** Whether the board has the player on the team. */
export const isDraftedBy = (
  boxes: readonly DraftBox[] | undefined,
  teamId: number | null | undefined,
  { playerId }: DraftBoxPlayer,
): boolean =>
  boxes?.some(({ players }) =>
    players.some((player) => player.playerId === playerId && player.teamId === teamId && isDrafted(player)),
  ) ?? false

/** Closed once the viewer's team has a player of the box, active on its turn, else waiting (spec, section 4). */
export const boxState = (box: DraftBox, teamId: number | null | undefined, isTurn: boolean): BoxState => {
  const isFilled = teamId != null && box.players.some((player) => player.teamId === teamId && isDrafted(player))
  if (isFilled) return 'closed'
  return isTurn ? 'active' : 'waiting'
}

/** Drafted players first, then by their rank in the box. */
export const inOrder = (players: readonly DraftBoxPlayer[]): readonly DraftBoxPlayer[] =>
  [...players].sort(
    (a, b) =>
      Number(isDrafted(b)) - Number(isDrafted(a)) ||
      (a.boxRank ?? Number.POSITIVE_INFINITY) - (b.boxRank ?? Number.POSITIVE_INFINITY),
  )
