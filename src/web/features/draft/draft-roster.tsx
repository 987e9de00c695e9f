import './draft-roster.css'
import { useQuery } from '@tanstack/react-query'
import type { DraftBox } from '#contract/draft'
import { keeperOf, keepers } from '../../data/draft.ts'
import { pickOf } from './board.ts'

export interface DraftRosterProps {
  /** All of the board, in its order. */
  readonly boxes: readonly DraftBox[]
  /** The viewer's team. */
  readonly teamId: number
  /** No pick has been given to anybody yet: a keeper is chosen, and not on the board. */
  readonly isBeforeDraft: boolean
  readonly onGo: (boxName: string) => void
}

/** The team's place in each box: who has it, or that it is open. */
export function DraftRoster({ boxes, teamId, isBeforeDraft, onGo }: DraftRosterProps) {
  const chosen = useQuery({ ...keepers(teamId), enabled: isBeforeDraft })
  const keeperId = isBeforeDraft ? keeperOf(chosen.data)?.player.playerId : undefined
  return (
    <ol className="draft-roster">
      {boxes.map((box) => {
        const own = pickOf(box, teamId)
        const keeper = own ? undefined : box.players.find(({ playerId }) => playerId === keeperId)
        const player = own ?? keeper
        return (
          <li key={box.boxName}>
            <button type="button" onClick={() => onGo(box.boxName)}>
              <span className="draft-roster-box">{box.boxName}</span>{' '}
              {player ? <strong>{player.name}</strong> : <span className="muted">open</span>}
              {keeper && ' (keeper)'}
            </button>
          </li>
        )
      })}
    </ol>
  )
}
