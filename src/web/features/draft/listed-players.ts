import type { DraftBox, DraftBoxPlayer } from '#contract/draft'
import type { WantedPlayer } from '#contract/draft-room'
import type { DraftBoxName } from '#contract/limits'
import { parseBoxName } from '#rules/draft-boxes'
import { choosePick, fitsOpenBox, type ListCandidate, type ListPick } from '#rules/pick-list'
import { parsePosition } from '#rules/positions'
import { isDrafted, pickOf } from './board.ts'

// The team's pick list, as far as the board shows and changes it.

type Wanted = readonly WantedPlayer[]

/** Where the player of a box plays: the boxes are called after it. */
const positionOf = (boxName: string): string => boxName.split('.').at(-1) ?? ''

/** A player of the board as one of a list. */
export const wantedOf = (player: DraftBoxPlayer, boxName: string): WantedPlayer => ({
  playerId: player.playerId,
  name: player.name,
  position: positionOf(boxName),
  nhlTeam: player.nhlTeam,
  boxName,
  isDrafted: isDrafted(player),
  normalizedPoints: player.normalizedPoints ?? 0,
})

/** The players of all boxes by id. */
export const boardPlayers = (board: readonly DraftBox[]): ReadonlyMap<number, WantedPlayer> =>
  new Map(
    board.flatMap(({ boxName, players }) => players.map((player) => [player.playerId, wantedOf(player, boxName)])),
  )

/** The list with what the board knows already of who is drafted. */
export const asOnBoard = (wanted: Wanted, known: ReadonlyMap<number, WantedPlayer>): Wanted =>
  wanted.map((player) =>
    known.get(player.playerId)?.isDrafted && !player.isDrafted ? { ...player, isDrafted: true } : player,
  )

/** At the end of the list, or no longer on it. */
export const toggled = (wanted: Wanted, player: WantedPlayer): Wanted =>
  wanted.some(({ playerId }) => playerId === player.playerId)
    ? wanted.filter(({ playerId }) => playerId !== player.playerId)
    : [...wanted, player]

/** The boxes in which the team has a player. */
export const filledBoxes = (board: readonly DraftBox[], teamId: number): readonly DraftBoxName[] =>
  board.filter((box) => pickOf(box, teamId)).flatMap(({ boxName }) => parseBoxName(boxName) ?? [])

/** Why the list passes over a player who is free; null where it does not. */
export const closedText = (player: WantedPlayer, filled: readonly DraftBoxName[]): string | null => {
  if (player.isDrafted || candidate(player).every((each) => fitsOpenBox(each, filled))) return null
  return player.boxName == null ? 'no open box' : `${player.boxName} is filled`
}

/** How many of the list the team can still draft. */
export const freeText = (wanted: Wanted, filled: readonly DraftBoxName[]): string => {
  const free = wanted.filter((player) => !player.isDrafted && closedText(player, filled) === null)
  return `${free.length} of ${wanted.length} still free`
}

/** No player of a box of another kind: one who is there was drafted from outside. */
const candidate = ({ playerId, position, boxName, ...rest }: WantedPlayer): ListCandidate[] => {
  const known = parsePosition(position)
  return known ? [{ playerId, position: known, boxName: boxName == null ? null : parseBoxName(boxName), ...rest }] : []
}

/**
 * Whom the server would pick for the team now, as far as this device knows the players: of those in no box, the
 * listed.
 */
export const nextPick = (wanted: Wanted, board: readonly DraftBox[], teamId: number): ListPick | null => {
  const players = new Map([...boardPlayers(board), ...wanted.map((player) => [player.playerId, player] as const)])
  return choosePick(
    wanted.map(({ playerId }) => playerId),
    [...players.values()].flatMap(candidate),
    filledBoxes(board, teamId),
  )
}

/** A player as the team's list gives them, and the box that they would fill. */
export type ListedPick = Pick<ListPick, 'boxName'> & { readonly player: WantedPlayer }

/** The list's own choice; null where it has none left, and points would decide. */
export const nextFromList = (wanted: Wanted, board: readonly DraftBox[], teamId: number): ListedPick | null => {
  const pick = nextPick(wanted, board, teamId)
  const player = pick?.by === 'list' && wanted.find(({ playerId }) => playerId === pick.playerId)
  return pick && player ? { player, boxName: pick.boxName } : null
}
