import { type Column, type Columns, cellClass, type RowState, rowClass, trackStyles } from '../ui/table/column.ts'
import { ARROWS, ariaSort, type Sort, sortRows } from '../ui/table/sort.ts'
import { element } from './element.ts'

const cell = <Row>(column: Column<Row>, role: string, ...children: (Node | string)[]): HTMLElement => {
  const made = element('div', { class: cellClass(column), role }, ...children)
  if (column.sticky !== undefined) made.style.left = column.sticky
  return made
}

const head = <Row>(column: Column<Row>, sort: Sort): HTMLElement => {
  const arrow = element('span', { class: 'arrow', 'aria-hidden': 'true' }, ARROWS[ariaSort(column, sort) ?? 'none'])
  const made = cell(column, 'columnheader', element('button', { class: 'sort', type: 'button' }, column.label, arrow))
  const sorted = ariaSort(column, sort)
  if (sorted) made.setAttribute('aria-sort', sorted)
  return made
}

const content = <Row>(column: Column<Row>, row: Row): (Node | string)[] => {
  const text = column.text(row)
  const tone = column.tone?.(row)
  const href = column.href?.(row)
  const mark = column.mark?.(row)
  return [
    href ? element('a', { href }, text) : tone ? element('span', { class: tone }, text) : text,
    ...(mark ? [element('span', { class: 'mark', title: mark }, element('span', { class: 'quiet' }, mark))] : []),
  ]
}

export interface DrawnTable<Row> {
  readonly label: string
  readonly columns: Columns<Row>
  readonly rows: readonly Row[]
  readonly sort: Sort
  readonly rowState: (row: Row) => RowState
}

/** The table of ui/table/table.tsx. */
export function drawTable<Row>({ label, columns, rows, sort, rowState }: DrawnTable<Row>): HTMLElement {
  const heads = columns.map((column) => head(column, sort))
  const lines = sortRows(rows, columns, sort).map((row) =>
    element(
      'div',
      { class: rowClass(rowState(row)), role: 'row' },
      ...columns.map((column) => cell(column, column.heads ? 'rowheader' : 'cell', ...content(column, row))),
    ),
  )
  const table = element(
    'div',
    { class: 'table', role: 'table', 'aria-label': label },
    element('div', { class: 'table-head', role: 'rowgroup' }, element('div', { class: 'row', role: 'row' }, ...heads)),
    element('div', { class: 'table-body', role: 'rowgroup' }, ...lines),
  )
  for (const [name, value] of Object.entries(trackStyles(columns))) table.style.setProperty(name, value)
  return table
}
