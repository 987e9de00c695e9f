import type { Team } from '#contract/stats'
import type { User } from '#contract/user'
import { MENU, type NavLink, navGroups, navLinks } from '../features/shell/navigation.ts'
import {
  readStandingsSort,
  standingsArt,
  standingsColumns,
  standingsRowState,
  standingsTitle,
} from '../features/standings/columns.ts'
import { type FirstFrameData, readFirstFrameData } from '../offline/startup-cache-format.ts'
import { BRAND } from '../ui/brand.ts'
import { type Column, type Columns, cellClass, type RowState, rowClass, trackStyles } from '../ui/table/column.ts'
import { ARROWS, ariaSort, type Sort, sortRows } from '../ui/table/sort.ts'
import { asOfText, lastUpdatedText } from '../ui/time/relative-time.ts'
import { drawTabs } from './draw-tabs.ts'
import { element } from './element.ts'
import { FIRST_FRAME_ID } from './first-frame-id.ts'

const anchor = (className: string, { label, href }: NavLink, path: string) =>
  element('a', { class: className, href, 'aria-current': href === path ? 'page' : undefined }, label)

const button = (className: string, ...children: (Node | string)[]) =>
  element('button', { class: className, type: 'button', 'aria-expanded': 'false' }, ...children)

/** The bar of features/shell/bar.tsx with its menus closed; without a user only the brand, since the user is not known yet. */
function drawBar(user: User | null, teams: readonly Team[], path: string): HTMLElement {
  const inner = element('nav', { class: 'bar-inner', 'aria-label': 'Main' })
  inner.append(anchor('bar-brand', { label: BRAND, href: '/' }, path))
  if (user) {
    const menu = element('ul', { class: 'bar-menu', id: 'bar-menu', 'data-open': 'false' })
    for (const link of navLinks(user)) menu.append(element('li', {}, anchor('bar-item', link, path)))
    for (const group of navGroups(user, teams)) {
      menu.append(element('li', { class: 'bar-group' }, button('bar-item', group.label)))
    }
    const name = element('span', { class: 'bar-name' }, user.name)
    menu.append(element('li', { class: 'bar-group bar-user' }, button('bar-item', name)))
    const toggle = button('bar-toggle', MENU)
    toggle.setAttribute('aria-controls', 'bar-menu')
    inner.append(element('div', { class: 'bar-menus' }, toggle, menu))
  }
  return element('header', { class: 'bar' }, inner)
}

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
function drawTable<Row>({ label, columns, rows, sort, rowState }: DrawnTable<Row>): HTMLElement {
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

function drawBanner(line: string, asOf: string): HTMLElement {
  const tools = element('div', { class: 'banner-tools' })
  if (asOf) tools.append(element('span', { class: 'as-of' }, asOf))
  tools.append(element('button', { class: 'refresh', type: 'button', 'aria-label': 'Refresh', 'aria-busy': 'false' }))
  return element(
    'div',
    { class: 'banner' },
    element('img', { class: 'banner-art', src: standingsArt, alt: '', loading: 'lazy' }),
    element(
      'div',
      { class: 'banner-inner' },
      element('h1', { tabindex: '-1' }, standingsTitle),
      tools,
      element('p', { class: 'banner-line' }, line),
    ),
  )
}

/** The standings screen with the saved figures. */
function drawStandings(saved: FirstFrameData, search: string, now: Date, online: boolean): HTMLElement {
  const own = saved.user.teamId
  const table = drawTable({
    label: standingsTitle,
    columns: standingsColumns(own),
    rows: saved.teams,
    sort: readStandingsSort(Object.fromEntries(new URLSearchParams(search))),
    rowState: (team) => standingsRowState(team, own),
  })
  return element(
    'main',
    { id: 'main', tabindex: '-1' },
    drawBanner(lastUpdatedText(saved.modifiedAt, now), asOfText(saved.fetchedAt, now, online)),
    element('div', { class: 'banner-body' }, table),
  )
}

interface Deps {
  /** The startup cache as it is stored; null when there is none or storage is blocked. */
  readonly stored: string | null
  readonly path: string
  readonly search: string
  readonly now: Date
  readonly online: boolean
}

/** The bar on every route, and the saved standings on theirs. */
export function drawFirstFrame({ stored, path, search, now, online }: Deps): HTMLElement {
  const saved = readFirstFrameData(stored)
  const frame = element('div', { id: FIRST_FRAME_ID }, drawBar(saved?.user ?? null, saved?.teams ?? [], path))
  if (saved) frame.append(drawTabs(saved, path, now))
  if (saved?.teams.length && path === '/standings') frame.append(drawStandings(saved, search, now, online))
  return frame
}
