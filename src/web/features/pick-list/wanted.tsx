import type { WantedPlayer } from '#contract/draft-room'
import { figure } from '../../ui/figure.ts'
import { inBoardOrder } from '../draft/board.ts'
import { StarButton } from '../draft/board-stars.tsx'

type Wanted = readonly WantedPlayer[]

interface WantedGroup {
  readonly title: string
  readonly players: Wanted
}

/** The list in the board's order of boxes, and those who are in none. */
export const byBox = (wanted: Wanted): readonly WantedGroup[] => {
  const names = new Set(wanted.flatMap(({ boxName }) => boxName ?? []))
  const boxes = inBoardOrder([...names].map((boxName) => ({ boxName, players: [] })))
  const groups = boxes.map(({ boxName }) => ({
    title: `Box ${boxName}`,
    players: wanted.filter((player) => player.boxName === boxName),
  }))
  const outside = wanted.filter(({ boxName }) => boxName == null)
  return outside.length > 0 ? [...groups, { title: 'In no box', players: outside }] : groups
}

/** Moves the player to a place among those shown; all others of the list keep theirs. */
export const movedAmong = (wanted: Wanted, shown: readonly number[], playerId: number, to: number): Wanted => {
  const known = new Map(wanted.map((player) => [player.playerId, player]))
  const ids = shown.filter((id) => known.has(id))
  if (!ids.includes(playerId) || ids[to] === playerId) return wanted
  const order = ids.filter((id) => id !== playerId)
  order.splice(to, 0, playerId)
  const next = order.values()
  return wanted.map((player) =>
    ids.includes(player.playerId) ? (known.get(next.next().value ?? 0) ?? player) : player,
  )
}

/** A player's position, club, box and NP, in short. */
export const aboutPlayer = ({ position, nhlTeam, boxName, normalizedPoints }: WantedPlayer): string =>
  `${position || '-'} ${nhlTeam ?? '-'} ${boxName ?? 'no box'} NP\u00a0${figure(normalizedPoints)}`

export interface FoundProps {
  readonly player: WantedPlayer
  /** Of those on the list. */
  readonly ids: ReadonlySet<number>
  readonly onToggle: (player: WantedPlayer) => void
}

/** A player whom a search has found. */
export const FoundPlayer = ({ player, ids, onToggle }: FoundProps) => (
  <li className="spread found-player">
    <span>
      <strong>{player.name}</strong> <small className="own-line">{aboutPlayer(player)}</small>
    </span>
    <StarButton name={player.name} isOn={ids.has(player.playerId)} onPress={() => onToggle(player)} />
  </li>
)
