// biome-ignore-all lint/a11y/useSemanticElements: rows of a native table cannot be left out of sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the button or link inside takes the focus

import { useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { afterPaint } from '../../paint/page.ts'
import { bringIntoSight } from '../viewport.ts'
import { type Column, type Columns, cellClass, cellStyle, trackStyles } from './columns.ts'
import { ARROWS, ariaSort, nextSort, type Sort } from './sort.ts'
import './table-states.css'

interface SortButtonProps {
  readonly label: string
  readonly sorted: 'ascending' | 'descending' | undefined
  readonly onSort: () => void
}

const SortButton = ({ label, sorted, onSort }: SortButtonProps) => (
  <button className="sort" type="button" onClick={onSort}>
    {label}
    <span className="arrow" aria-hidden="true">
      {ARROWS[sorted ?? 'none']}
    </span>
  </button>
)

interface Ways {
  readonly follow: (href: string) => void
  /** A link is pressed, and will perhaps be followed: time to fetch what it leads to. */
  readonly touch: (href: string) => void
}

const hrefOf = (target: EventTarget | null): string | null => {
  const href = target instanceof Element ? target.closest('a')?.getAttribute('href') : null
  return href?.startsWith('/') ? href : null
}

/**
 * Follows links inside an element without reloading the page: one listener instead of a router link per cell, which a
 * thousand rows would feel. Clicks that ask for a new tab or window stay the browser's.
 */
function useOwnLinks(inside: RefObject<HTMLElement | null>, { follow, touch }: Ways) {
  const onFollow = useEffectEvent(follow)
  const onTouch = useEffectEvent(touch)
  useEffect(() => {
    const element = inside.current
    const onPress = ({ target }: Event) => {
      const href = hrefOf(target)
      if (href) onTouch(href)
    }
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const href = hrefOf(event.target)
      if (!href) return
      event.preventDefault()
      onFollow(href)
    }
    const watch = new AbortController()
    element?.addEventListener('click', onClick, watch)
    element?.addEventListener('pointerdown', onPress, { passive: true, signal: watch.signal })
    return () => watch.abort()
  }, [inside])
}

interface Measured {
  readonly index: number
  readonly width: number
  readonly isStart: boolean
  readonly isEnd: boolean
}

const measuredColumns = (rows: HTMLElement): readonly Measured[] =>
  [...(rows.querySelector('.row')?.children ?? [])].map((cell, index) => ({
    // Rows may have more than cells, but in the same places.
    index,
    width: cell.matches('.cell') ? cell.getBoundingClientRect().width : 0,
    isStart: cell.matches('.sticky'),
    isEnd: cell.matches('.end'),
  }))

const widthOf = (columns: readonly Measured[]): number => columns.reduce((sum, { width }) => sum + width, 0)

/** Whether a text of these columns is wider than the room: it could never be seen whole. */
const cutsText = (rows: HTMLElement, columns: readonly Measured[], room: number): boolean => {
  const text = document.createRange()
  const isCut = (cell: Element | undefined) => {
    if (!cell) return false
    text.selectNodeContents(cell)
    return text.getBoundingClientRect().width > room
  }
  const wider = columns.filter(({ width }) => width > room)
  return wider.some(({ index }) => [...rows.querySelectorAll('.row')].some((row) => isCut(row.children[index])))
}

/**
 * Which of the columns that stay in place must go with the others, measured while all are in place: none, those at the
 * start, or the buttons at the end, too. `isTight`: longer words could change it.
 */
const fitOf = (rows: HTMLElement): { readonly narrow: 'start' | 'all' | null; readonly isTight: boolean } => {
  const columns = measuredColumns(rows)
  const held = columns.filter(({ isStart, isEnd }) => isStart || isEnd)
  const others = columns.filter((column) => !held.includes(column))
  const room = rows.clientWidth - widthOf(held)
  const isScrolled = rows.scrollWidth > rows.clientWidth + 1
  if (held.length === 0 || !isScrolled || others.every(({ width }) => width <= room)) {
    return { narrow: null, isTight: false }
  }
  if (!cutsText(rows, others, room)) return { narrow: null, isTight: true }
  const loose = columns.filter(({ isEnd }) => !isEnd)
  const roomBesideEnd = rows.clientWidth - widthOf(columns.filter(({ isEnd }) => isEnd))
  return { narrow: cutsText(rows, loose, roomBesideEnd) ? 'all' : 'start', isTight: true }
}

type Scroller = RefObject<HTMLElement | null>

/**
 * Head and body of a table scroll sideways together, and the table shows on which sides there is more (`data-more`).
 */
function useSideways(table: Scroller, head: Scroller, body: Scroller) {
  useEffect(() => {
    const [frame, top, rows] = [table.current, head.current, body.current]
    if (!frame || !top || !rows) return
    const tell = () => {
      const hidden = rows.scrollWidth - rows.clientWidth
      const more = [rows.scrollLeft > 1 ? 'start' : '', rows.scrollLeft < hidden - 1 ? 'end' : ''].join(' ').trim()
      // Without anything inside that takes the focus the keys could not scroll it.
      if (hidden > 1 && !rows.querySelector('a, button, input')) rows.tabIndex = 0
      else rows.removeAttribute('tabindex')
      if (more) frame.dataset.more = more
      else delete frame.dataset.more
    }
    const fit = () => {
      // Measured as they would be in place.
      delete frame.dataset.narrow
      const { narrow, isTight } = fitOf(rows)
      if (narrow) frame.dataset.narrow = narrow
      contents.disconnect()
      // Other words may be longer, in rows of the same size; elsewhere none could be cut.
      if (isTight) contents.observe(rows, { childList: true, characterData: true, subtree: true })
      tell()
    }
    const contents = new MutationObserver(fit)
    // Where both are: what one was given by the other is not given back, it may be late.
    let at = 0
    const follow = (from: HTMLElement, to: HTMLElement) => () => {
      if (from.scrollLeft !== at) {
        at = from.scrollLeft
        to.scrollLeft = at
      }
      tell()
    }
    const onFocus = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest('.sticky')) return
      bringIntoSight(target)
      // At once: a scroll of the other, still to be reported, would take the place of this one.
      const [from, to] = top.contains(target) ? [top, rows] : [rows, top]
      at = from.scrollLeft
      to.scrollLeft = at
    }
    const watch = new AbortController()
    rows.addEventListener('scroll', follow(rows, top), { passive: true, signal: watch.signal })
    top.addEventListener('scroll', follow(top, rows), { passive: true, signal: watch.signal })
    frame.addEventListener('focusin', onFocus, watch)
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(fit)
    // To measure is to lay out, and the result changes every cell: not before the first frame is seen. The observer
    // calls at once, or when a table that is out of sight comes into sight.
    const callOff = afterPaint(() => {
      if (observer) observer.observe(rows)
      else tell()
    })
    return () => {
      callOff()
      watch.abort()
      observer?.disconnect()
      contents.disconnect()
    }
  }, [table, head, body])
}

interface Sorting {
  /** Without it the rows stay in their own order, and the headings are plain. */
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
}

function Heading<Row>({ column, sort, onSort }: Sorting & { readonly column: Column<Row> }) {
  if (!sort || !onSort || column.unsorted) return <span className="heading">{column.label}</span>
  return (
    <SortButton label={column.label} sorted={ariaSort(column, sort)} onSort={() => onSort(nextSort(sort, column))} />
  )
}

export interface TableFrameProps<Row> extends Sorting {
  readonly label: string
  readonly columns: Columns<Row>
}

interface Inside<Row> {
  readonly body: RefObject<HTMLDivElement | null>
  /** Says what kind of rows it has. */
  readonly className?: string
  /** Those whose headings are drawn, where that is not all of them. */
  readonly drawn?: Columns<Row>
  /** Number of rows, where not all of them are drawn. */
  readonly rowCount?: number
  readonly children: ReactNode
}

/** A table without its rows: the head, and the body in which the links are followed. */
export function TableFrame<Row>(props: TableFrameProps<Row> & Inside<Row>) {
  const { label, columns, drawn = columns, sort, onSort, body, className, rowCount, children } = props
  const table = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const router = useRouter()
  useSideways(table, head, body)
  useOwnLinks(body, {
    follow: (href) => void router.navigate({ to: href }),
    touch: (href) => void router.preloadRoute({ to: href }).catch(() => undefined),
  })
  return (
    <div
      ref={table}
      className={className ? `table ${className}` : 'table'}
      role="table"
      aria-label={label}
      aria-rowcount={rowCount === undefined ? undefined : rowCount + 1}
      style={trackStyles(columns)}
    >
      <div className="table-head" role="rowgroup" ref={head}>
        <div className="row" role="row" aria-rowindex={rowCount === undefined ? undefined : 1}>
          {drawn.map((column) => (
            <div
              key={column.key}
              className={cellClass(column)}
              role="columnheader"
              aria-sort={sort && ariaSort(column, sort)}
              style={cellStyle(column)}
            >
              <Heading column={column} sort={sort} onSort={onSort} />
            </div>
          ))}
        </div>
      </div>
      <div className="table-body" role="rowgroup" ref={body}>
        {children}
      </div>
    </div>
  )
}
