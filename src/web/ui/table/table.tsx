// biome-ignore-all lint/a11y/useSemanticElements: rows of a native table cannot skip drawing what is out of sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the button or link inside takes the focus

import { useRouter } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { type Column, type Columns, cellClass, type RowState, tracks } from './column.ts'
import { ariaSort, nextSort, type Sort, sortRows } from './sort.ts'
import { SortButton } from './sort-button.tsx'
import { TableRow } from './table-row.tsx'
import { useOwnLinks } from './use-own-links.ts'
import { useSideways } from './use-sideways.ts'

/** From here on rows out of sight are not drawn. */
const LONG_TABLE_ROWS = 60

interface TableProps<Row> {
  readonly label: string
  readonly columns: Columns<Row>
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly rowState: (row: Row) => RowState
  /** Without it the rows stay in their own order, and the headings are plain. */
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  /** How many rows stand above a thick line; for rows in their own order. */
  readonly cutAfter?: number
}

type HeadingProps<Row> = Pick<TableProps<Row>, 'sort' | 'onSort'> & { readonly column: Column<Row> }

function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  if (!sort || !onSort || column.unsorted) return <span className="heading">{column.label}</span>
  return (
    <SortButton label={column.label} sorted={ariaSort(column, sort)} onSort={() => onSort(nextSort(sort, column))} />
  )
}

/** A sortable table of grid rows. Keep `columns` and `rowState` stable, then only rows whose figures changed draw again. */
export function Table<Row>({ label, columns, rows, rowKey, rowState, sort, onSort, cutAfter }: TableProps<Row>) {
  const table = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const router = useRouter()
  useSideways(table, head, body)
  useOwnLinks(body, {
    follow: (href) => void router.navigate({ to: href }),
    touch: (href) => void router.preloadRoute({ to: href }).catch(() => undefined),
  })
  const sorted = useMemo(() => (sort ? sortRows(rows, columns, sort) : rows), [rows, columns, sort])
  const style: Record<`--${string}`, string> = { '--columns': tracks(columns) }
  return (
    <div
      ref={table}
      className={rows.length > LONG_TABLE_ROWS ? 'table table-long' : 'table'}
      role="table"
      aria-label={label}
      style={style}
    >
      <div className="table-head" role="rowgroup" ref={head}>
        <div className="row" role="row">
          {columns.map((column) => (
            <div
              key={column.key}
              className={cellClass(column)}
              role="columnheader"
              aria-sort={sort && ariaSort(column, sort)}
              style={{ left: column.sticky }}
            >
              <Heading column={column} sort={sort} onSort={onSort} />
            </div>
          ))}
        </div>
      </div>
      <div className="table-body" role="rowgroup" ref={body}>
        {sorted.map((row, index) => (
          <TableRow
            key={rowKey(row)}
            row={row}
            columns={columns}
            state={rowState(row)}
            isCut={index + 1 === cutAfter}
          />
        ))}
      </div>
    </div>
  )
}
