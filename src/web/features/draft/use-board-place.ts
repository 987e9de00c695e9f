import { useCallback, useRef } from 'react'
import { afterPaint } from '../../paint/after-paint.ts'
import { goToBox } from '../boxes/boxes.tsx'

interface Wanted {
  readonly setWords: (words: string) => void
  readonly showBox: (boxName: string) => void
}

/** Moves the window over the board, so that nobody has to scroll: to a box, and to what a search has found. */
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
