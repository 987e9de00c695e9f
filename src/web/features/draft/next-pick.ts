import type { DraftBox } from '#contract/draft'
import type { WantedPlayer } from '#contract/draft-room'
import { parseBoxName } from '#rules/draft-boxes'
import { choosePick, type ListCandidate, type ListPick } from '#rules/pick-list'
import { parsePosition } from '#rules/positions'
import { pickOf } from './board.ts'
import { boardPlayers } from './listed-players.ts'

type Wanted = readonly WantedPlayer[]

/** No player of a box of another kind: one who is there was drafted from outside. */
const candidate = ({ playerId, position, boxName, ...rest }: WantedPlayer): ListCandidate[] => {
  const known = parsePosition(position)
  return known ? [{ playerId, position: known, boxName: boxName == null ? null : parseBoxName(boxName), ...rest }] : []
}

/** Whom the server would pick for the team now, as far as this device knows the players: of those in no box, the listed. */
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
