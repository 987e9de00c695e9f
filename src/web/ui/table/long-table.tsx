import './long-table.css'
import { useMemo, useRef } from 'react'
import { columnsInSight } from './columns-in-sight.ts'
import { sortRows } from './sort.ts'
import type { RowsProps } from './table.tsx'
import { TableFrame } from './table-frame.tsx'
import { TableRow } from './table-row.tsx'
import { useRestoredScroll } from './use-restored-scroll.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'

/**
 * A table of hundreds of rows, of which only those near the window's view are drawn: a sort of 950 rows must not take
 * longer than a tap, and the first frame has no more columns than the window has room for. All rows are equally high. A
 * row's element belongs to its place, not to its data, and is reused.
 */
export function LongTable<Row>({ rows, rowKey, rowState, ...frame }: RowsProps<Row>) {
  const { columns, sort } = frame
  const body = useRef<HTMLDivElement>(null)
  const sorted = useMemo(() => (sort ? sortRows(rows, columns, sort) : rows), [rows, columns, sort])
  useRestoredScroll()
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
