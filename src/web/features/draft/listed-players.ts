import type { DraftBox, DraftBoxPlayer } from '#contract/draft'
import type { WantedPlayer } from '#contract/draft-room'
import { parseBoxName } from '#rules/draft-boxes'
import { choosePick, type ListCandidate, type ListPick } from '#rules/pick-list'
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

/** How many of the list can still be drafted. */
export const freeText = (wanted: Wanted): string =>
  `${wanted.filter((player) => !player.isDrafted).length} of ${wanted.length} still free`

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
  const filled = board.filter((box) => pickOf(box, teamId)).flatMap(({ boxName }) => parseBoxName(boxName) ?? [])
  return choosePick(
    wanted.map(({ playerId }) => playerId),
    [...players.values()].flatMap(candidate),
    filled,
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
