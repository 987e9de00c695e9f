import {
  type Column,
  type Columns,
  cellClass,
  type RowState,
  rowClass,
  type Sign,
  trackStyles,
} from '../ui/table/columns.ts'
import { ARROWS, ariaSort, type Sort, sortRows } from '../ui/table/sort.ts'

type Child = Node | string

/** An element with text nodes, attributes and properties of its style: stored data never becomes HTML. */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...children: readonly Child[]
): HTMLElement {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue
    if (name.startsWith('--')) made.style.setProperty(name, value)
    else made.setAttribute(name, value)
  }
  made.append(...children)
  return made
}

/** The sign of ui/table/sign-mark.tsx. */
export const drawSign = ({ text, words, tone }: Sign): HTMLElement =>
  element(
    'span',
    { class: `sign ${tone}` },
    element('span', { 'aria-hidden': 'true' }, text),
    element('span', { class: 'quiet' }, words),
  )

const cell = <Row>(column: Column<Row>, role: string, ...children: (Node | string)[]): HTMLElement => {
  const made = element('div', { class: cellClass(column), role }, ...children)
  if (column.sticky !== undefined) made.style.left = column.sticky
  return made
}

const head = <Row>(column: Column<Row>, sort: Sort | undefined): HTMLElement => {
  if (!sort) return cell(column, 'columnheader', element('span', { class: 'heading' }, column.label))
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
  const sign = column.sign?.(row)
  return [
    href ? element('a', { href }, text) : tone ? element('span', { class: tone }, text) : text,
    ...(mark ? [element('span', { class: 'mark', title: mark }, element('span', { class: 'quiet' }, mark))] : []),
    ...(sign ? [drawSign(sign)] : []),
  ]
}

interface DrawnTable<Row> {
  readonly label: string
  readonly columns: Columns<Row>
  readonly rows: readonly Row[]
  /** Without it the rows stay in their own order. */
  readonly sort?: Sort
  readonly rowState: (row: Row) => RowState
}

/** The table of ui/table/table.tsx. */
export function drawTable<Row>({ label, columns, rows, sort, rowState }: DrawnTable<Row>): HTMLElement {
  const heads = columns.map((column) => head(column, sort))
  const lines = (sort ? sortRows(rows, columns, sort) : rows).map((row) =>
    element(
      'div',
      { class: rowClass(rowState(row)), role: 'row' },
      ...columns.map((column) => cell(column, column.heads ? 'rowheader' : 'cell', ...content(column, row))),
    ),
  )
  return element(
    'div',
    { class: 'table', role: 'table', 'aria-label': label, ...trackStyles(columns) },
    element('div', { class: 'table-head', role: 'rowgroup' }, element('div', { class: 'row', role: 'row' }, ...heads)),
    element('div', { class: 'table-body', role: 'rowgroup' }, ...lines),
  )
}

interface DrawnBanner {
  readonly title: string
  readonly art: string
  readonly line: string
  readonly asOf: string
}

/** The banner of ui/banner/banner.tsx, with the tools of a screen with data. */
export function drawBanner({ title, art, line, asOf }: DrawnBanner): HTMLElement {
  const age = asOf ? [element('span', { class: 'as-of' }, asOf)] : []
  const refresh = { class: 'refresh', type: 'button', 'aria-label': 'Refresh', 'aria-busy': 'false' }
  return element(
    'div',
    { class: 'banner' },
    element('img', { class: 'banner-art', src: art, alt: '', loading: 'lazy' }),
    element(
      'div',
      { class: 'banner-inner' },
      element('h1', { tabindex: '-1' }, title),
      ...age,
      element('div', { class: 'banner-tools' }, element('button', refresh)),
      ...(line ? [element('p', { class: 'banner-line' }, line)] : []),
    ),
  )
}
