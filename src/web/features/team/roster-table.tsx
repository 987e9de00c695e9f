import type { RosterItem } from '#contract/roster'
import { buttons, type Column, type Columns, count, money, type RowState, sign, text } from '../../ui/table/columns.ts'
import { date } from '../../ui/table/date-column.ts'
import { readSort, type Sort } from '../../ui/table/sort.ts'
import { Table } from '../../ui/table/table.tsx'
import { useTableSort } from '../../ui/table/use-table-sort.ts'
import { isScratched } from './lineup-groups.ts'
import { NameCell, NextCell } from './next-cell.tsx'

/** The tables' names in the URL. */
export const TEAM_CURRENT = 'teamCurrent'
export const TEAM_SOLD = 'teamSold'

const rosterSort: Sort = { key: 'rosterEntry.teamPoints', direction: 'desc' }

type RosterColumn = Column<RosterItem>

const PRICE_WIDTH = 'minmax(4.75rem, 1fr)'
const TIME_WIDTH = 'minmax(9rem, 1fr)'

const name: RosterColumn = text('player.name', 'Player', 'minmax(8.625rem, 3fr)', ({ player }) => player.name, {
  sticky: '0',
  edge: true,
  heads: true,
  href: ({ player }) => `/players/${player.id}`,
})

const position: RosterColumn = text('player.position', 'Pos', 'minmax(3rem, 1fr)', ({ player }) => player.position)

/** Two kinds of points stand side by side in every table: those for the team, and all of the season's. */
const teamPoints: RosterColumn = count(
  'rosterEntry.teamPoints',
  'Team Points',
  'minmax(4rem, 1fr)',
  ({ rosterEntry }) => rosterEntry.teamPoints,
  { strong: true },
)

const origin: Columns<RosterItem> = [
  text('player.nhlTeam', 'NHL', 'minmax(4rem, 1fr)', ({ player }) => player.nhlTeam),
  count('player.points', 'Season Points', 'minmax(5rem, 1fr)', ({ player }) => player.points),
  count(
    'rosterEntry.scratchPoints',
    'Scratch Points',
    'minmax(5rem, 1fr)',
    ({ rosterEntry }) => rosterEntry.scratchPoints,
  ),
  date('rosterEntry.boughtAt', 'Bought at', TIME_WIDTH, ({ rosterEntry }) => rosterEntry.boughtAt),
  money('rosterEntry.boughtPrice', 'Bought Price', PRICE_WIDTH, ({ rosterEntry }) => rosterEntry.boughtPrice),
]

const last: RosterColumn = sign(
  'player.pointsDiffPrevious',
  'Last',
  'minmax(3.5rem, 1fr)',
  ({ player }) => player.pointsDiffPrevious,
)

const weeks: Columns<RosterItem> = [
  count('player.pointsThisWeek', 'This Week', 'minmax(4rem, 1fr)', ({ player }) => player.pointsThisWeek),
  count('player.pointsLastWeek', 'Last Week', 'minmax(4rem, 1fr)', ({ player }) => player.pointsLastWeek),
]

const status: RosterColumn = text('rosterEntry.scratched', 'Status', 'minmax(6rem, 1fr)', (item) =>
  isScratched(item) ? 'Scratched' : 'Dressed',
)

/** Stays at the right edge, under the thumb. */
const next: RosterColumn = buttons('next', 'Lineup', 'minmax(var(--act, 6.375rem), 2fr)', (item) => (
  <NextCell {...item} />
))

/** Of a server that names it in the list of a team. */
const sell: RosterColumn = money(
  'rosterEntry.sellPrice',
  'Sell Price',
  PRICE_WIDTH,
  ({ rosterEntry }) => rosterEntry.sellPrice,
)

/** A phone shows the first three without scrolling, and the buttons beside them. */
export const plainColumns: Columns<RosterItem> = [name, last, teamPoints, position, ...weeks, status, ...origin]
/** The name's least width on a phone comes from the style, which knows the window. */
const ownName: RosterColumn = {
  ...name,
  width: 'minmax(var(--who, 8.625rem), 3fr)',
  cell: (item, stateWords) => <NameCell {...item} stateWords={stateWords} />,
  placesWords: true,
}
const ownColumns: Columns<RosterItem> = [ownName, ...plainColumns.slice(1), next]
const pricedColumns: Columns<RosterItem> = [ownName, ...plainColumns.slice(1), sell, next]
export const ownColumnsFor = (items: readonly RosterItem[]): Columns<RosterItem> =>
  items.some(({ rosterEntry }) => rosterEntry.sellPrice != null) ? pricedColumns : ownColumns

/** Of a season that is over: nothing changes. */
export const formerColumns: Columns<RosterItem> = [name, teamPoints, position, ...origin]

export const soldColumns: Columns<RosterItem> = [
  name,
  position,
  teamPoints,
  money(
    'rosterEntry.soldPrice',
    'Sale Price',
    PRICE_WIDTH,
    ({ rosterEntry }) => rosterEntry.soldPrice ?? rosterEntry.sellPrice,
  ),
  date('rosterEntry.soldAt', 'Sold at', TIME_WIDTH, ({ rosterEntry }) => rosterEntry.soldAt),
  ...origin,
]

export const currentState = (item: RosterItem): RowState => (isScratched(item) ? 'scratched' : null)
export const soldState = (): RowState => null

type Search = Readonly<Record<string, unknown>>
export const readCurrentSort = (search: Search): Sort => readSort(search, TEAM_CURRENT, plainColumns, rosterSort)
export const readOwnSort = (search: Search): Sort => readSort(search, TEAM_CURRENT, [...plainColumns, sell], rosterSort)
export const readSoldSort = (search: Search): Sort => readSort(search, TEAM_SOLD, soldColumns, rosterSort)

const keyOf = ({ player }: RosterItem) => player.id

interface RosterTableProps {
  readonly label: string
  /** The table's name in the URL. */
  readonly name: string
  readonly items: readonly RosterItem[]
  readonly columns: Columns<RosterItem>
  readonly rowState: (item: RosterItem) => RowState
  readonly readSort: (search: Readonly<Record<string, unknown>>) => Sort
}

export function RosterTable({ label, name, items, columns, rowState, readSort }: RosterTableProps) {
  const [sort, setSort] = useTableSort(name, readSort)
  if (items.length === 0) return <p className="team-empty">No players</p>
  return (
    <Table
      label={label}
      columns={columns}
      rows={items}
      rowKey={keyOf}
      rowState={rowState}
      sort={sort}
      onSort={setSort}
    />
  )
}
