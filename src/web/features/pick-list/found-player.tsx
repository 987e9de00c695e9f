import type { WantedPlayer } from '#contract/draft-room'
import { StarButton } from '../draft/star-button.tsx'
import { aboutPlayer } from './wanted.ts'

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
      <strong>{player.name}</strong> <small>{aboutPlayer(player)}</small>
    </span>
    <StarButton name={player.name} isOn={ids.has(player.playerId)} onPress={() => onToggle(player)} />
  </li>
)
