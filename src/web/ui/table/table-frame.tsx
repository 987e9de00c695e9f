// biome-ignore-all lint/a11y/useSemanticElements: rows of a native table cannot be left out of sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the button or link inside takes the focus

import './table-states.css'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useRef } from 'react'
import { type Column, type Columns, cellClass, stickyStyle, trackStyles } from './column.ts'
import { ariaSort, nextSort, type Sort } from './sort.ts'
import { SortButton } from './sort-button.tsx'
import { useOwnLinks } from './use-own-links.ts'
import { useSideways } from './use-sideways.ts'

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
  const style: Record<`--${string}`, string> = trackStyles(columns)
  return (
    <div
      ref={table}
      className={className ? `table ${className}` : 'table'}
      role="table"
      aria-label={label}
      aria-rowcount={rowCount === undefined ? undefined : rowCount + 1}
      style={style}
    >
      <div className="table-head" role="rowgroup" ref={head}>
        <div className="row" role="row" aria-rowindex={rowCount === undefined ? undefined : 1}>
          {drawn.map((column) => (
            <div
              key={column.key}
              className={cellClass(column)}
              role="columnheader"
              aria-sort={sort && ariaSort(column, sort)}
              style={stickyStyle(column)}
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
