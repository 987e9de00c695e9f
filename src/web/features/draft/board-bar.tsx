import { memo, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { DraftBox } from '#contract/draft'
import { readLocal, writeLocal } from '../../offline/local-storage.ts'
import { afterPaint, focusPage } from '../../paint/page.ts'
import { MainButton, PlainButton } from '../../ui/buttons.tsx'
import { useFirstFrame } from '../../ui/first-paint.ts'
import { NameField, SearchForm } from '../../ui/search/search-form.tsx'
import { bringIntoSight, publishHeight } from '../../ui/viewport.ts'
import { goToBox } from '../boxes/boxes.tsx'
import { filledText, isDrafted, isOutside, pickOf, shownBoxes } from './board.ts'
import type { PickingTeam } from './turn.ts'
import './board-bar.css'

interface Wanted {
  readonly setWords: (words: string) => void
  readonly showBox: (boxName: string) => void
}

/** Moves the window over the board, which saves scrolling: to a box, and to what a search has found. */
export function useBoardPlace({ setWords, showBox }: Wanted) {
  const board = useRef<HTMLDivElement>(null)
  const goTo = useCallback(
    (boxName: string) => {
      showBox(boxName)
      // It may not be on the board before the next frame; and a dialog that goes gives the focus back first.
      afterPaint(() => goToBox(boxName))
    },
    [showBox],
  )
  const search = useCallback(
    (words: string) => {
      setWords(words)
      board.current?.scrollIntoView()
    },
    [setWords],
  )
  return { board, goTo, search }
}

// How a member looks at the board; the device remembers it.

const keys = { openOnly: 'pool-draft-open-only', freeOnly: 'pool-draft-free-only' } as const

/** Off until it is switched on, and then on this device until it is switched off. */
function useBoardChoice(choice: keyof typeof keys) {
  const key = keys[choice]
  /** Null until the member has chosen for the first time. */
  const [chosen, setChosen] = useState(() => readLocal(key))
  const choose = (next: boolean) => {
    const word = next ? 'on' : 'off'
    writeLocal(key, word)
    setChosen(word)
  }
  return { isOn: chosen === 'on', isChosen: chosen !== null, choose } as const
}

const none: ReadonlySet<string> = new Set()

const filledBoxes = (boxes: readonly DraftBox[], teamId: number | null | undefined): ReadonlySet<string> =>
  new Set(boxes.filter((box) => pickOf(box, teamId)).map(({ boxName }) => boxName))

/**
 * What the member wants to see of the board: players by name, the team's open boxes, or who is free. Once the draft
 * is over no box is open, and all are shown.
 */
export function useWanted(boxes: readonly DraftBox[], teamId: number | null | undefined, isOver: boolean) {
  const [words, setWords] = useState('')
  const { isOn: isOpenOnly, choose: setOpenOnly } = useBoardChoice('openOnly')
  const { isOn: isFreeOnly, isChosen: isFreeOnlyChosen, choose: setFreeOnly } = useBoardChoice('freeOnly')
  /**
   * The boxes left out. One that is filled later stays until the member asks again: nothing may go from under a
   * thumb.
   */
  const [left, setLeft] = useState<ReadonlySet<string> | null>(null)
  if (left === null && boxes.length > 0) setLeft(isOpenOnly ? filledBoxes(boxes, teamId) : none)

  const chooseOpenOnly = (next: boolean) => {
    setOpenOnly(next)
    setLeft(next ? filledBoxes(boxes, teamId) : none)
  }
  /** Gives up what keeps the box from being shown. */
  const showBox = useCallback((boxName: string) => {
    setWords('')
    setLeft((before) => (before?.has(boxName) ? new Set([...before].filter((name) => name !== boxName)) : before))
  }, [])
  // The field follows the fingers; the board, a frame behind.
  const soughtWords = useDeferredValue(words)
  const shown = useMemo(
    () => shownBoxes(boxes, { words: soughtWords, isFreeOnly, left: isOver ? none : (left ?? none) }),
    [boxes, soughtWords, isFreeOnly, left, isOver],
  )
  return { shown, words, setWords, isOpenOnly, chooseOpenOnly, isFreeOnly, isFreeOnlyChosen, setFreeOnly, showBox }
}

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
    <div className="spread room-line tone info">
      <p>Show only free players?</p>
      <span className="beside">
        <MainButton onClick={() => choose(true)}>Yes</MainButton>
        <PlainButton onClick={() => choose(false)}>No</PlainButton>
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
    <nav className="scroller fading" aria-label="Boxes">
      <ul>
        {boxes.map((box) => {
          const { className, words } = chipOf(box, teamId, isTurn)
          return (
            <li key={box.boxName}>
              <button
                className={`tap-line ${className}`}
                type="button"
                onFocus={({ currentTarget }) => bringIntoSight(currentTarget)}
                onClick={() => onGo(box.boxName)}
              >
                <span className="badge">{box.boxName}</span> <span className="quiet">{words}</span>
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
    <svg className="line-icon board-search-sign" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="8.5" cy="8.5" r="5.5" />
      <path d="m13 13 5 5" />
    </svg>
  </SearchForm>
)

const barHeight = publishHeight('--pool-board-bar')

interface BoardBarProps extends PickingTeam {
  /** All of the board, in its order. */
  readonly boxes: readonly DraftBox[]
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
  if (useFirstFrame()) return <div className="beside board-bar" />
  return (
    <div ref={barHeight} className="beside board-bar">
      <PlayerSearch words={words} onChange={onSearch} />
      {teamId !== null && (
        <button className="text-button roster-button" type="button" aria-haspopup="dialog" onClick={onRoster}>
          {forName ? `${forName}'s roster` : 'My roster'} <span className="own-line">{filledText(boxes, teamId)}</span>
        </button>
      )}
      <BoxChips boxes={boxes} teamId={teamId} isTurn={isTurn} onGo={onGo} />
    </div>
  )
})
