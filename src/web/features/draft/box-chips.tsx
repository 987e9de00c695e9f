import { memo } from 'react'
import type { DraftBox } from '#contract/draft'
import { bringIntoSight } from '../../ui/bring-into-sight.ts'
import { isDrafted, isOutside, pickOf } from './board.ts'

interface BoxChipsProps {
  /** In the order of the board. */
  readonly boxes: readonly DraftBox[]
  /** The viewer's team. */
  readonly teamId: number | null | undefined
  readonly isTurn: boolean
  readonly onGo: (boxName: string) => void
}

const chipOf = (box: DraftBox, teamId: number | null | undefined, isTurn: boolean) => {
  const own = pickOf(box, teamId)
  if (own) return { className: 'chip mine', words: `mine: ${own.name}` }
  // An outside player can always be found.
  if (!isOutside(box) && box.players.length > 0 && box.players.every(isDrafted))
    return { className: 'chip filled', words: 'all drafted' }
  return isTurn ? { className: 'chip active', words: 'open' } : { className: 'chip', words: 'open' }
}

/** The whole board in one row: which boxes the team has, which are open, and a way to each. */
export const BoxChips = memo(function BoxChips({ boxes, teamId, isTurn, onGo }: BoxChipsProps) {
  return (
    <nav className="chips" aria-label="Boxes">
      <ul>
        {boxes.map((box) => {
          const { className, words } = chipOf(box, teamId, isTurn)
          return (
            <li key={box.boxName}>
              <button
                className={className}
                type="button"
                onFocus={({ currentTarget }) => bringIntoSight(currentTarget)}
                onClick={() => onGo(box.boxName)}
              >
                <span>{box.boxName}</span> <span className="quiet">{words}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
})
