import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { rowIndex } from './column.ts'

/** Rows drawn above and below what is in sight, so that a flick does not outrun them. */
const SPARE = 16
/** What is drawn moves on by so many rows at once. */
const STEP = 8
/** Before anything is measured: what a phone shows below a screen's banner. */
const FIRST_ROWS = 12

/** Places of rows, from the first up to the one before `end`, which may lie beyond the last row. */
interface Span {
  readonly first: number
  readonly end: number
}

interface Drawn extends Span {
  /** Whether that is more than what is in sight. */
  readonly isSpare: boolean
  /** The row that has the focus is drawn wherever it is: removed, it would lose the focus. */
  readonly focused: number | null
}

const inSight = (body: HTMLElement, count: number): Span => {
  const { top } = body.getBoundingClientRect()
  // All rows are equally high, and the body is as high as all of them, drawn or not. Without a layout it has no height.
  const height = body.clientHeight / count || 1
  return { first: Math.floor(-top / height), end: Math.ceil((window.innerHeight - top) / height) }
}

const withSpare = ({ first, end }: Span): Span => ({
  first: Math.max(0, Math.floor((first - SPARE) / STEP) * STEP),
  end: Math.max(FIRST_ROWS, Math.ceil((end + SPARE) / STEP) * STEP),
})

const focusedPlace = (body: HTMLElement): number | null => {
  const { activeElement } = document
  if (!activeElement || !body.contains(activeElement)) return null
  const index = activeElement.closest('[aria-rowindex]')?.getAttribute('aria-rowindex')
  return index ? Number(index) - rowIndex(0) : null
}

const isSame = (a: Drawn, b: Drawn) =>
  a.first === b.first && a.end === b.end && a.focused === b.focused && a.isSpare === b.isSpare

const withoutSpare = (drawn: Drawn): Drawn =>
  drawn.isSpare
    ? {
        first: drawn.first === 0 ? 0 : drawn.first + SPARE,
        end: Math.max(FIRST_ROWS, drawn.end - SPARE),
        focused: drawn.focused,
        isSpare: false,
      }
    : drawn

/**
 * Places of the rows of a long table to draw, in order: those near what the window shows, and the focused one. When all
 * rows change at once, as they do when they come and when `order` is another, the first frame draws what is in sight and
 * no more; the spare rows come when that is painted.
 */
export function useRowsInSight(body: RefObject<HTMLElement | null>, count: number, order: unknown): readonly number[] {
  const [drawn, setDrawn] = useState<Drawn>({ first: 0, end: FIRST_ROWS, focused: null, isSpare: false })
  const [drawnOrder, setDrawnOrder] = useState(order)
  if (drawnOrder !== order) {
    setDrawnOrder(order)
    setDrawn(withoutSpare)
  }
  const drawFirst = useEffectEvent(() => {
    if (!body.current || count === 0) return
    const { end } = inSight(body.current, count)
    if (end > FIRST_ROWS) setDrawn((before) => ({ ...before, end }))
  })
  const follow = useEffectEvent(() => {
    if (!body.current || count === 0) return
    const next = { ...withSpare(inSight(body.current, count)), focused: focusedPlace(body.current), isSpare: true }
    setDrawn((before) => (isSame(before, next) ? before : next))
  })
  useLayoutEffect(() => drawFirst(), [])
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another length has another height, another order no spare rows
  useEffect(() => {
    // An effect may run before its render is painted; a task asked for in the frame runs after.
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => follow())
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [count, order])

  const end = Math.min(drawn.end, count)
  // The table became shorter than what was in sight: its last rows, until the window has followed.
  const first = drawn.first < end ? drawn.first : Math.max(0, end - STEP)
  const places = Array.from({ length: end - first }, (_, at) => first + at)
  const { focused } = drawn
  if (focused === null || focused >= count || (focused >= first && focused < end)) return places
  return focused < first ? [focused, ...places] : [...places, focused]
}
