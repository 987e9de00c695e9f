import { memo, useMemo } from 'react'
import type { DraftBox } from '#contract/draft'
import { focusPage } from '../../paint/focus-page.ts'
import { bringIntoSight } from '../../ui/bring-into-sight.ts'
import { publishHeight } from '../../ui/publish-height.ts'
import { NameField } from '../../ui/search/name-field.tsx'
import { SearchForm } from '../../ui/search/search-form.tsx'
import { useFirstFrame } from '../../ui/use-first-frame.ts'
import { filledText, isDrafted, isOutside, pickOf } from './board.ts'
import './board-bar.css'

interface FreeOnlyOfferProps {
  readonly board: readonly DraftBox[]
  readonly onChoose: (isFreeOnly: boolean) => void
}

/** Once on a device, as soon as there are drafted players to hide: the switch among the tools is easily overlooked. */
export function FreeOnlyOffer({ board, onChoose }: FreeOnlyOfferProps) {
  const hasDrafted = useMemo(() => board.some(({ players }) => players.some(isDrafted)), [board])
  if (!hasDrafted) return null
  const choose = (isFreeOnly: boolean) => {
    onChoose(isFreeOnly)
    // The line goes with its buttons.
    focusPage()
  }
  return (
    <div className="room-line asking">
      <p>Show only free players?</p>
      <span className="room-line-answers">
        <button className="button" type="button" onClick={() => choose(true)}>
          Yes
        </button>
        <button className="button plain" type="button" onClick={() => choose(false)}>
          No
        </button>
      </span>
    </div>
  )
}

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
  if (own) return { className: 'box-chip mine', words: `mine: ${own.name}` }
  // An outside player can always be found.
  if (!isOutside(box) && box.players.length > 0 && box.players.every(isDrafted))
    return { className: 'box-chip filled', words: 'all drafted' }
  return isTurn ? { className: 'box-chip active', words: 'open' } : { className: 'box-chip', words: 'open' }
}

/** The whole board in one row: which boxes the team has, which are open, and a way to each. */
const BoxChips = memo(function BoxChips({ boxes, teamId, isTurn, onGo }: BoxChipsProps) {
  return (
    <nav className="box-chips" aria-label="Boxes">
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

interface PlayerSearchProps {
  readonly words: string
  readonly onChange: (words: string) => void
}

/** Looks for a player in all boxes. On a phone as small as its sign until it is touched. */
const PlayerSearch = ({ words, onChange }: PlayerSearchProps) => (
  <SearchForm className={words === '' ? 'board-search' : 'board-search open'} label="Players of all boxes">
    <NameField value={words} onChange={onChange} />
    <svg className="board-search-sign" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="8.5" cy="8.5" r="5.5" />
      <path d="m13 13 5 5" />
    </svg>
  </SearchForm>
)

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

/** Stays below the header: a player by name, the member's roster, and each box are one tap away. */
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
