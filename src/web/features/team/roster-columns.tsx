import type { RosterItem } from '#contract/roster'
import { change, changeTone, figure, price } from '../../ui/figure.ts'
import type { Column, Columns, RowState } from '../../ui/table/column.ts'
import { readSort, type Sort } from '../../ui/table/sort.ts'
import { instantOf, instantText } from '../../ui/time/instant-text.ts'
import { isScratched } from './lineup-groups.ts'
import { NameCell, NextCell } from './next-cell.tsx'

/** The tables' names in the URL. */
export const TEAM_CURRENT = 'teamCurrent'
export const TEAM_SOLD = 'teamSold'

const rosterSort: Sort = { key: 'rosterEntry.teamPoints', direction: 'desc' }

type RosterColumn = Column<RosterItem>
type Figure = (item: RosterItem) => number | null | undefined
type Words = (item: RosterItem) => string | null | undefined

const count = (key: string, label: string, width: string, value: Figure): RosterColumn => ({
  key,
  label,
  kind: 'number',
  width: `minmax(${width}, 1fr)`,
  value,
  text: (item) => figure(value(item)),
})

const money = (key: string, label: string, value: Figure): RosterColumn => ({
  ...count(key, label, '4.75rem', value),
  text: (item) => price(value(item)),
})

const words = (key: string, label: string, width: string, value: Words): RosterColumn => ({
  key,
  label,
  kind: 'text',
  width: `minmax(${width}, 1fr)`,
  value,
  text: (item) => value(item) ?? '-',
})

const time = (key: string, label: string, value: Words): RosterColumn => ({
  key,
  label,
  kind: 'time',
  width: 'minmax(9rem, 1fr)',
  value: (item) => instantOf(value(item)),
  text: (item) => instantText(value(item)),
})

const name: RosterColumn = {
  key: 'player.name',
  label: 'Player',
  kind: 'text',
  width: 'minmax(8.625rem, 3fr)',
  sticky: '0',
  edge: true,
  heads: true,
  value: ({ player }) => player.name,
  text: ({ player }) => player.name,
  href: ({ player }) => `/players/${player.id}`,
}

const position = words('player.position', 'Pos', '3rem', ({ player }) => player.position)

/** Two kinds of points stand side by side in every table: those for the team, and all of the season's. */
const teamPoints: RosterColumn = {
  ...count('rosterEntry.teamPoints', 'Team Points', '4rem', ({ rosterEntry }) => rosterEntry.teamPoints),
  strong: true,
}

const origin: Columns<RosterItem> = [
  words('player.nhlTeam', 'NHL', '4rem', ({ player }) => player.nhlTeam),
  count('player.points', 'Season Points', '5rem', ({ player }) => player.points),
  count('rosterEntry.scratchPoints', 'Scratch Points', '5rem', ({ rosterEntry }) => rosterEntry.scratchPoints),
  time('rosterEntry.boughtAt', 'Bought at', ({ rosterEntry }) => rosterEntry.boughtAt),
  money('rosterEntry.boughtPrice', 'Bought Price', ({ rosterEntry }) => rosterEntry.boughtPrice),
]

const last: RosterColumn = {
  ...count('player.pointsDiffPrevious', 'Last', '3.5rem', ({ player }) => player.pointsDiffPrevious),
  text: ({ player }) => change(player.pointsDiffPrevious),
  tone: ({ player }) => changeTone(player.pointsDiffPrevious),
}

const weeks: Columns<RosterItem> = [
  count('player.pointsThisWeek', 'This Week', '4rem', ({ player }) => player.pointsThisWeek),
  count('player.pointsLastWeek', 'Last Week', '4rem', ({ player }) => player.pointsLastWeek),
]

const status = words('rosterEntry.scratched', 'Status', '6rem', (item) => (isScratched(item) ? 'Scratched' : 'Dressed'))

/** Stays at the right edge, under the thumb. */
const next: RosterColumn = {
  key: 'next',
  label: 'Lineup',
  kind: 'text',
  width: 'minmax(var(--act, 6.375rem), 2fr)',
  end: true,
  unsorted: true,
  value: () => null,
  text: () => '',
  cell: (item) => <NextCell {...item} />,
}

/** Of a server that names it in the list of a team. */
const sell = money('rosterEntry.sellPrice', 'Sell Price', ({ rosterEntry }) => rosterEntry.sellPrice)

/** A phone shows the first three without scrolling, and the buttons beside them. */
export const plainColumns: Columns<RosterItem> = [name, last, teamPoints, position, ...weeks, status, ...origin]
/** The name's least width on a phone is said by the style, which knows the window. */
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

/** Of a season that is over: nothing moves any more. */
export const formerColumns: Columns<RosterItem> = [name, teamPoints, position, ...origin]

export const soldColumns: Columns<RosterItem> = [
  name,
  position,
  teamPoints,
  money('rosterEntry.soldPrice', 'Sale Price', ({ rosterEntry }) => rosterEntry.soldPrice ?? rosterEntry.sellPrice),
  time('rosterEntry.soldAt', 'Sold at', ({ rosterEntry }) => rosterEntry.soldAt),
  ...origin,
]

export const currentState = (item: RosterItem): RowState => (isScratched(item) ? 'scratched' : null)
export const soldState = (): RowState => null

type Search = Readonly<Record<string, unknown>>
export const readCurrentSort = (search: Search): Sort => readSort(search, TEAM_CURRENT, plainColumns, rosterSort)
export const readOwnSort = (search: Search): Sort => readSort(search, TEAM_CURRENT, [...plainColumns, sell], rosterSort)
export const readSoldSort = (search: Search): Sort => readSort(search, TEAM_SOLD, soldColumns, rosterSort)
