import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { DraftBox } from '#contract/draft'
import { readLocal, writeLocal } from '../../offline/local-storage.ts'
import { afterPaint } from '../../paint/after-paint.ts'
import { goToBox } from '../boxes/boxes.tsx'
import { pickOf, shownBoxes } from './board.ts'

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
 * What the member wants to see of the board: players by name, the team's open boxes, or who is free. Once the draft is over
 * no box is open, and all are shown.
 */
export function useWanted(boxes: readonly DraftBox[], teamId: number | null | undefined, isOver: boolean) {
  const [words, setWords] = useState('')
  const { isOn: isOpenOnly, choose: setOpenOnly } = useBoardChoice('openOnly')
  const { isOn: isFreeOnly, isChosen: isFreeOnlyChosen, choose: setFreeOnly } = useBoardChoice('freeOnly')
  /** The boxes left out. One that is filled later stays until the member asks again: nothing may go from under a thumb. */
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
