import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { rowIndex } from './column.ts'

/** Rows drawn above and below what is in sight, so that a flick does not outrun them. */
const SPARE = 16
/** What is drawn moves on by so many rows at once. */
const STEP = 8
/** Before anything is measured: the height of a row with letters of the usual size, px. */
const USUAL_HEIGHT = 45

interface Drawn {
  readonly first: number
  /** The one after the last; may lie beyond the table's end. */
  readonly end: number
  /** The row that has the focus is drawn wherever it is: removed, it would lose the focus. */
  readonly focused: number | null
}

const focusedPlace = (body: HTMLElement): number | null => {
  const { activeElement } = document
  if (!activeElement || !body.contains(activeElement)) return null
  const index = activeElement.closest('[aria-rowindex]')?.getAttribute('aria-rowindex')
  return index ? Number(index) - rowIndex(0) : null
}

const measure = (body: HTMLElement, count: number): Drawn => {
  const { top } = body.getBoundingClientRect()
  // All rows are equally high, and the body is as high as all of them, drawn or not.
  const height = body.clientHeight / count || USUAL_HEIGHT
  return {
    first: Math.max(0, Math.floor((-top / height - SPARE) / STEP) * STEP),
    end: Math.max(STEP, Math.ceil(((window.innerHeight - top) / height + SPARE) / STEP) * STEP),
    focused: focusedPlace(body),
  }
}

const isSame = (a: Drawn, b: Drawn) => a.first === b.first && a.end === b.end && a.focused === b.focused

/** Places of the rows of a long table to draw, in order: those near what the window shows, and the focused one. */
export function useRowsInSight(body: RefObject<HTMLElement | null>, count: number): readonly number[] {
  // The first frame draws what can be in sight and no more; the rest comes when that is painted.
  const [drawn, setDrawn] = useState<Drawn>(() => ({
    first: 0,
    end: Math.ceil(window.innerHeight / USUAL_HEIGHT),
    focused: null,
  }))
  const follow = useEffectEvent(() => {
    if (!body.current || count === 0) return
    const next = measure(body.current, count)
    setDrawn((before) => (isSame(before, next) ? before : next))
  })
  useEffect(() => {
    // At once: a frame later the rows would be seen missing.
    const onMove = () => flushSync(() => follow())
    window.addEventListener('scroll', onMove, { passive: true })
    window.addEventListener('resize', onMove)
    return () => {
      window.removeEventListener('scroll', onMove)
      window.removeEventListener('resize', onMove)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a table of another length has another height
  useEffect(() => follow(), [count])

  const end = Math.min(drawn.end, count)
  // The table became shorter than what was in sight: its last rows, until the window has followed.
  const first = drawn.first < end ? drawn.first : Math.max(0, end - STEP)
  const places = Array.from({ length: end - first }, (_, at) => first + at)
  const { focused } = drawn
  if (focused === null || focused >= count || (focused >= first && focused < end)) return places
  return focused < first ? [focused, ...places] : [...places, focused]
}
