import { useMemo, useRef } from 'react'
import type { RowState } from './columns.ts'
import { sortRows } from './sort.ts'
import { TableFrame, type TableFrameProps } from './table-frame.tsx'
import { TableRow } from './table-row.tsx'

/** From here on rows out of sight are laid out when they come into sight. */
const LONG_TABLE_ROWS = 60

export interface RowsProps<Row> extends TableFrameProps<Row> {
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  /** Without it no row stands out. */
  readonly rowState?: (row: Row) => RowState
}

interface TableProps<Row> extends RowsProps<Row> {
  /** How many rows stand above a thick line; for rows in their own order. */
  readonly cutAfter?: number
  /** Whether a row belongs to the one above it, with no line between them. */
  readonly joins?: ((above: Row, row: Row) => boolean) | undefined
}

/**
 * A sortable table of grid rows, each as high as it needs: for a thousand equally high ones there is `LongTable`. Keep
 * `columns` and `rowState` stable, then only rows whose figures changed draw again.
 */
export function Table<Row>({ rows, rowKey, rowState, cutAfter, joins, ...frame }: TableProps<Row>) {
  const { columns, sort } = frame
  const body = useRef<HTMLDivElement>(null)
  const sorted = useMemo(() => (sort ? sortRows(rows, columns, sort) : rows), [rows, columns, sort])
  return (
    <TableFrame {...frame} className={rows.length > LONG_TABLE_ROWS ? 'table-long' : undefined} body={body}>
      {sorted.map((row, index, { [index - 1]: above }) => (
        <TableRow
          key={rowKey(row)}
          row={row}
          columns={columns}
          state={rowState?.(row)}
          isCut={index + 1 === cutAfter}
          isJoined={above && joins?.(above, row)}
        />
      ))}
    </TableFrame>
  )
}
