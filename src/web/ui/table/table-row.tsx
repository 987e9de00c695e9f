// biome-ignore-all lint/a11y/useSemanticElements: rows of a native table cannot skip drawing what is out of sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the button or link inside takes the focus

import { memo } from 'react'
import { type Column, type Columns, cellClass, type RowState, rowClass } from './column.ts'

interface TableRowProps<Row> {
  readonly row: Row
  readonly columns: Columns<Row>
  readonly state: RowState
  /** A thick line below: the rows after it are on the other side of a cut. */
  readonly isCut: boolean
}

function content<Row>(column: Column<Row>, row: Row) {
  if (column.cell) return column.cell(row)
  const text = column.text(row)
  const href = column.href?.(row)
  const tone = column.tone?.(row)
  const mark = column.mark?.(row)
  return (
    <>
      {href ? <a href={href}>{text}</a> : tone ? <span className={tone}>{text}</span> : text}
      {mark && (
        <span className="mark" title={mark}>
          <span className="quiet">{mark}</span>
        </span>
      )}
    </>
  )
}

const Plain = <Row,>({ row, columns, state, isCut }: TableRowProps<Row>) => (
  <div className={isCut ? `${rowClass(state)} cut` : rowClass(state)} role="row">
    {columns.map((column) => (
      <div
        key={column.key}
        className={cellClass(column)}
        role={column.heads ? 'rowheader' : 'cell'}
        style={{ left: column.sticky }}
      >
        {content(column, row)}
      </div>
    ))}
  </div>
)

// memo forgets type parameters; the assertion gives them back.
export const TableRow = memo(Plain) as typeof Plain
