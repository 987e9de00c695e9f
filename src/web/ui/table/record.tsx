// biome-ignore-all lint/a11y/useSemanticElements: like the tables of many rows, one look and one markup
// biome-ignore-all lint/a11y/useFocusableInteractive: nothing here takes the focus but the links inside

import './record.css'
import { MISSING } from '../figure.ts'
import { OwnLink } from '../own-link.tsx'
import type { Column } from './columns.ts'

/** A column of a table of one row: nothing to sort. */
export interface RecordColumn<Row> extends Pick<Column<Row>, 'label' | 'text' | 'href' | 'tone'> {
  /** Takes the room of two on a phone: a name, a time. */
  readonly wide?: boolean
  /** Is in the head of the page already: there a phone shows it, and only there. */
  readonly inHead?: boolean
  /** Takes no room on a phone while it has no value. */
  readonly mayLack?: boolean
}

interface RecordProps<Row> {
  readonly label: string
  readonly columns: readonly RecordColumn<Row>[]
  readonly row: Row
}

function Content<Row>({ column, row }: { readonly column: RecordColumn<Row>; readonly row: Row }) {
  const href = column.href?.(row)
  const tone = column.tone?.(row)
  const text = column.text(row)
  if (href) return <OwnLink href={href}>{text}</OwnLink>
  return tone ? <span className={tone}>{text}</span> : text
}

const cellClass = <Row,>({ wide, inHead, mayLack, text }: RecordColumn<Row>, row: Row): string => {
  const isQuiet = inHead || (mayLack && text(row) === MISSING)
  return ['record-cell', wide && 'wide', isQuiet && 'aside'].filter(Boolean).join(' ')
}

/** A table of one row: each figure is below its heading, and all are seen at once. */
export function RecordTable<Row>({ label, columns, row }: RecordProps<Row>) {
  return (
    <div className="record-room">
      <div className="sheet" role="table" aria-label={label}>
        <div className="quiet" role="row">
          {columns.map(({ label: heading }) => (
            <div key={heading} role="columnheader">
              {heading}
            </div>
          ))}
        </div>
        <div className="record-row" role="row">
          {columns.map((column) => (
            <div key={column.label} className={cellClass(column, row)} role="cell" data-label={column.label}>
              <Content column={column} row={row} />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
