// biome-ignore-all lint/a11y/useSemanticElements: rows of a native table cannot skip drawing what is out of sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the button or link inside takes the focus

import { Fragment, memo } from 'react'
import {
  type Column,
  type Columns,
  cellClass,
  cellStyle,
  type RowState,
  rowClass,
  rowIndex,
  type Sign,
  stateWords,
} from './columns.ts'

/** Draws a sign; the first frame draws the same. */
export const SignMark = ({ sign }: { readonly sign: Sign }) => (
  <span className={`sign ${sign.tone}`}>
    <span aria-hidden="true">{sign.text}</span>
    <span className="quiet">{sign.words}</span>
  </span>
)

interface TableRowProps<Row> {
  readonly row: Row
  readonly columns: Columns<Row>
  readonly state?: RowState | undefined
  /** Shown in the columns that are not `seen`, for the frame in which those that are have to come first. */
  readonly before?: Row | undefined
  readonly seen?: ReadonlySet<Column<Row>> | undefined
  /** A thick line below: the rows after it are on the other side of a cut. */
  readonly isCut?: boolean
  /** Belongs to the row above: no line between them. */
  readonly isJoined?: boolean | undefined
  /** Of the row's data, where its element is reused for others: what a button has begun stays with its row. */
  readonly id?: string | number
  /** Where not all rows are drawn: its place among all, counted from 0, and how many are left out above and below. */
  readonly place?: number
  readonly above?: number
  readonly below?: number
}

function content<Row>(column: Column<Row>, row: Row, id: string | number | undefined, words: string) {
  const afterName = column.heads && words && !column.placesWords ? <span className="quiet">{words}</span> : null
  if (column.cell) {
    return (
      <Fragment key={id}>
        {column.cell(row, words)}
        {afterName}
      </Fragment>
    )
  }
  const text = column.text(row)
  const href = column.href?.(row)
  const tone = column.tone?.(row)
  const mark = column.mark?.(row)
  const sign = column.sign?.(row)
  const note = column.note?.(row)
  const shown = note ? (
    <>
      {text}
      <small data-note={note} />
    </>
  ) : (
    text
  )
  return (
    <>
      {href ? <a href={href}>{shown}</a> : tone ? <span className={tone}>{text}</span> : text}
      {afterName}
      {mark && (
        <span className="mark" title={mark}>
          <span className="quiet">{mark}</span>
        </span>
      )}
      {sign && <SignMark sign={sign} />}
    </>
  )
}

/** The room of rows that are not drawn; most rows have none to keep. */
const roomOf = (above = 0, below = 0) => (above > 0 || below > 0 ? { '--above': above, '--below': below } : undefined)

const Plain = <Row,>({
  row,
  before = row,
  seen,
  columns,
  state,
  isCut,
  isJoined,
  id,
  place,
  above,
  below,
}: TableRowProps<Row>) => {
  const words = stateWords(state)
  return (
    <div
      className={isCut ? `${rowClass(state)} cut` : rowClass(state)}
      data-joined={isJoined || undefined}
      role="row"
      aria-rowindex={place === undefined ? undefined : rowIndex(place)}
      style={roomOf(above, below)}
    >
      {columns.map((column) => (
        <div
          key={column.key}
          className={cellClass(column)}
          role={column.heads ? 'rowheader' : 'cell'}
          style={cellStyle(column)}
        >
          {content(column, seen && !seen.has(column) ? before : row, id, words)}
        </div>
      ))}
    </div>
  )
}

// memo forgets type parameters; the assertion gives them back.
export const TableRow = memo(Plain) as typeof Plain
