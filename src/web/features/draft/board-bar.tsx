import './board-bar.css'
import { memo } from 'react'
import type { DraftBox } from '#contract/draft'
import { publishHeight } from '../../ui/publish-height.ts'
import { useFirstFrame } from '../../ui/use-first-frame.ts'
import { filledText } from './board.ts'
import { BoxChips } from './box-chips.tsx'
import { PlayerSearch } from './player-search.tsx'

const barHeight = publishHeight('--pool-board-bar')

interface BoardBarProps {
  /** All of the board, in its order. */
  readonly boxes: readonly DraftBox[]
  /** Null for a viewer without a team. */
  readonly teamId: number | null
  /** Its name, where an admin picks for it. */
  readonly forName: string | null
  readonly isTurn: boolean
  readonly words: string
  readonly onSearch: (words: string) => void
  readonly onGo: (boxName: string) => void
  readonly onRoster: () => void
}

/** Stays below the header: a player by name, the own roster, and each box are one tap away. */
export const BoardBar = memo(function BoardBar(props: BoardBarProps) {
  const { boxes, teamId, forName, isTurn, words, onSearch, onGo, onRoster } = props
  // The first frame keeps its room, and has the board's first rows.
  if (useFirstFrame()) return <div className="board-bar" />
  return (
    <div ref={barHeight} className="board-bar">
      <PlayerSearch words={words} onChange={onSearch} />
      {teamId !== null && (
        <button className="roster-button" type="button" aria-haspopup="dialog" onClick={onRoster}>
          <span>{forName ? `${forName}'s roster` : 'My roster'}</span> {filledText(boxes, teamId)}
        </button>
      )}
      <BoxChips boxes={boxes} teamId={teamId} isTurn={isTurn} onGo={onGo} />
    </div>
  )
})
