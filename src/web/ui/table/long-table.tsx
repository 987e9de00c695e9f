import { useElementScrollRestoration } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { afterPaint } from '../../paint/page.ts'
import { windowWidth } from '../first-paint.ts'
import { type Column, type Columns, leastOf, rowIndex } from './columns.ts'
import { sortRows } from './sort.ts'
import type { RowsProps } from './table.tsx'
import { TableFrame } from './table-frame.tsx'
import { TableRow } from './table-row.tsx'
import './long-table.css'

const PX_OF_REM = 16
const leastRem = (column: Pick<Column<never>, 'width'>): number =>
  Number.parseFloat(/[\d.]+(?=rem)/.exec(leastOf(column))?.[0] ?? '0')

/**
 * The columns that the window has room for before anything is scrolled sideways; larger letters leave room for fewer.
 * With all columns in the first frame the way to the skaters at 4x took 285 ms instead of 202 (medians of 11 visits,
 * by turns).
 */
const columnsInSight = <Row,>(columns: Columns<Row>): Columns<Row> => {
  let left = windowWidth() / PX_OF_REM
  for (const column of columns) if (column.end) left -= leastRem(column)
  return columns.filter((column) => {
    if (column.end) return true
    const isInSight = left > 0
    left -= leastRem(column)
    return isInSight
  })
}

/** Until the first table of this load of the page: later on the router finds the rows there when it restores a place. */
let isLoading = true

/** Rows drawn above and below what is in sight, which a flick does not outrun. */
const SPARE = 8
/** What is drawn moves on by so many rows at once. */
const STEP = 4
/** What a phone has above the first row, and a row's height, px. */
const ABOVE_PX = 310
const ROW_PX = 45
/** What the device's screen has room for, at least a phone's: the window's height would have to be measured. */
const firstRows = (): number => Math.max(11, Math.ceil((screen.height - ABOVE_PX) / ROW_PX))

/** Places of rows, from the first up to the one before `end`, which may lie beyond the last row. */
interface Span {
  readonly first: number
  readonly end: number
}

interface Drawn extends Span {
  /** Until the first frame is painted: there are no spare rows yet. */
  readonly isFirst: boolean
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
  end: Math.max(firstRows(), Math.ceil((end + SPARE) / STEP) * STEP),
})

const focusedPlace = (body: HTMLElement): number | null => {
  const { activeElement } = document
  if (!activeElement || !body.contains(activeElement)) return null
  const index = activeElement.closest('[aria-rowindex]')?.getAttribute('aria-rowindex')
  return index ? Number(index) - rowIndex(0) : null
}

const isSame = (a: Drawn, b: Drawn) =>
  a.first === b.first && a.end === b.end && a.focused === b.focused && a.isFirst === b.isFirst

/** What is drawn without its spare rows, or a little more. */
const withoutSpare = ({ first, end, isFirst }: Drawn): Span =>
  isFirst ? { first, end } : { first: first === 0 ? 0 : first + SPARE, end: end - SPARE }

interface PlacedRow<Row> {
  /** Counted from 0. */
  readonly place: number
  readonly row: Row
  /** What its cells out of sight show until the frame with the others is painted. */
  readonly before?: Row | undefined
}

interface RowsInSight<Row> {
  /** Those to draw, in order. */
  readonly placed: readonly PlacedRow<Row>[]
  /** Whether nothing of the table has been painted yet. */
  readonly isFirst: boolean
}

/**
 * Which of the rows of a long table to draw: those near what the window shows, and the focused one. When the table
 * comes, and when `rows` are others or in another order, the first frame draws what is in sight and no more; the spare
 * rows, and the cells to the right of what the window shows, follow when that is painted. Until then they show what they
 * did. With all at once a sort of 950 players at 4x took 107 ms instead of 74 in one series and was level in two others
 * (medians of 30 taps, by turns, on a busy machine); `useDeferredValue` for the spare rows alone was never faster.
 *
 * By hand, since it is worth its lines: with TanStack Virtual, a sort of 950 players took 82 ms on a phone four times
 * slower and the way to them offline 142 ms, where this takes 49 and 116 (medians of tests/bench/player-table.bench.ts).
 */
function useRowsInSight<Row>(body: RefObject<HTMLElement | null>, rows: readonly Row[]): RowsInSight<Row> {
  const count = rows.length
  const [drawn, setDrawn] = useState<Drawn>(() => ({ first: 0, end: firstRows(), focused: null, isFirst: true }))
  const [spareRows, setSpareRows] = useState(rows)
  const [isAside, setAside] = useState(false)
  const left = useElementScrollRestoration({ getElement: () => window })
  // After a reload the router restored the place in a page that was shorter, before there were rows. Only then: the
  // question alone lays the whole screen out.
  const restore = useEffectEvent(() => {
    const isReload = isLoading
    isLoading = false
    if (!isReload || !left || !body.current || count === 0) return
    if (window.scrollY < left.scrollY) window.scrollTo({ top: left.scrollY })
    const { end } = inSight(body.current, count)
    setDrawn((before) => (end > before.end ? { ...before, end } : before))
  })
  const follow = useEffectEvent(() => {
    setSpareRows(rows)
    if (!body.current || count === 0) return
    const focused = focusedPlace(body.current)
    const next = { ...withSpare(inSight(body.current, count)), focused, isFirst: false }
    setDrawn((before) => (isSame(before, next) ? before : next))
  })
  useLayoutEffect(() => restore(), [])
  useEffect(() => {
    const element = body.current
    const onSideways = () => setAside(element !== null && element.scrollLeft > 0)
    element?.addEventListener('scroll', onSideways, { passive: true })
    return () => element?.removeEventListener('scroll', onSideways)
  }, [body])
  useEffect(() => {
    // Not by flushSync: a frame of a flick at 4x then took 39 ms instead of 23, and the spare rows cover the
    // difference.
    const onMove = () => follow()
    const watch = new AbortController()
    window.addEventListener('scroll', onMove, { passive: true, signal: watch.signal })
    window.addEventListener('resize', onMove, watch)
    return () => watch.abort()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are drawn where they are in sight, and then near it
  useEffect(() => afterPaint(() => follow()), [rows])

  const end = Math.min(drawn.end, count)
  // The table became shorter than what was in sight: its last rows, until the window has followed.
  const isShorter = drawn.first >= end
  const first = isShorter ? Math.max(0, end - STEP) : drawn.first
  const sight = isShorter ? { first, end } : withoutSpare(drawn)
  const places = Array.from({ length: end - first }, (_, at) => first + at)
  const { focused, isFirst } = drawn
  if (focused !== null && focused < first) places.unshift(focused)
  if (focused !== null && focused >= end && focused < count) places.push(focused)
  const placed = places.flatMap((place) => {
    const [row, before] = [rows[place], spareRows[place]]
    if (row === undefined) return []
    if (before === undefined || before === row) return [{ place, row }]
    const isInSight = place >= sight.first && place < sight.end
    return isInSight ? [{ place, row, before: isAside ? undefined : before }] : [{ place, row: before }]
  })
  return { placed, isFirst }
}

/**
 * A table of hundreds of rows, of which only those near the window's view are drawn: a sort of 950 rows must not take
 * longer than a tap, and the first frame has no more columns than the window has room for. All rows are equally high. A
 * row's element belongs to its place, not to its data, and is reused.
 */
export function LongTable<Row>({ rows, rowKey, rowState, ...frame }: RowsProps<Row>) {
  const { columns, sort } = frame
  const body = useRef<HTMLDivElement>(null)
  const sorted = useMemo(() => (sort ? sortRows(rows, columns, sort) : rows), [rows, columns, sort])
  const { placed, isFirst } = useRowsInSight(body, sorted)
  const drawn = useMemo(() => (isFirst ? columnsInSight(columns) : columns), [isFirst, columns])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the window may have another width by the next sort
  const seen = useMemo(() => new Set(columnsInSight(columns)), [columns, sorted])
  return (
    <TableFrame {...frame} className="table-even" body={body} drawn={drawn} rowCount={sorted.length}>
      {placed.map(({ place, row, before }, at) => (
        <TableRow
          key={place}
          row={row}
          before={before}
          seen={before && seen}
          id={rowKey(row)}
          columns={drawn}
          state={rowState?.(row)}
          place={place}
          above={place - (placed[at - 1]?.place ?? -1) - 1}
          below={at === placed.length - 1 ? sorted.length - place - 1 : 0}
        />
      ))}
    </TableFrame>
  )
}
