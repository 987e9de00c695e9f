import type { RosterEntry } from '#contract/roster'
import type { Player, PreviousSeason } from '#contract/stats'
import { change, changeTone, figure, MISSING, minutes, price } from '../../ui/figure.ts'
import type { Columns } from '../../ui/table/column.ts'
import type { RecordColumn } from '../../ui/table/record.tsx'
import { readSort, type Sort } from '../../ui/table/sort.ts'
import { instantText } from '../../ui/time/instant-text.ts'

const stats: readonly RecordColumn<Player>[] = [
  { key: 'name', label: 'Name', kind: 'text', text: ({ name }) => name, inHead: true },
  { key: 'nhlTeam', label: 'NHL Team', kind: 'text', text: ({ nhlTeam }) => nhlTeam || MISSING, inHead: true },
  { key: 'position', label: 'Position', kind: 'text', text: ({ position }) => position || MISSING, inHead: true },
  { key: 'points', label: 'Points', kind: 'number', text: ({ points }) => figure(points) },
  {
    key: 'pointsDiffPrevious',
    label: 'Last',
    kind: 'number',
    text: ({ pointsDiffPrevious }) => change(pointsDiffPrevious),
    tone: ({ pointsDiffPrevious }) => changeTone(pointsDiffPrevious),
  },
  { key: 'pointsThisWeek', label: 'This Week', kind: 'number', text: ({ pointsThisWeek }) => figure(pointsThisWeek) },
  { key: 'pointsLastWeek', label: 'Last Week', kind: 'number', text: ({ pointsLastWeek }) => figure(pointsLastWeek) },
  {
    key: 'projectedPoints',
    label: 'Proj Pts',
    kind: 'number',
    text: ({ projectedPoints }) => figure(projectedPoints),
  },
  { key: 'gamesPlayed', label: 'GP', kind: 'number', text: ({ gamesPlayed }) => figure(gamesPlayed) },
  { key: 'teamGamesPlayed', label: 'Team GP', kind: 'number', text: ({ teamGamesPlayed }) => figure(teamGamesPlayed) },
  { key: 'toiPerGp', label: 'TOI/GP', kind: 'number', text: ({ toiPerGp }) => minutes(toiPerGp) },
]

const buyPrice: RecordColumn<Player> = {
  key: 'buyPrice',
  label: 'Buy Price',
  kind: 'number',
  text: (player) => price(player.buyPrice),
}

/** Only a player without a fantasy team has a price. */
export const statsColumns = ({ team }: Player): readonly RecordColumn<Player>[] => (team ? stats : [...stats, buyPrice])

export interface Spot {
  readonly team: NonNullable<Player['team']>
  readonly entry: RosterEntry
}

export const rosterColumns: readonly RecordColumn<Spot>[] = [
  {
    key: 'team',
    label: 'Team',
    kind: 'text',
    text: ({ team }) => team.shortName,
    href: ({ team }) => `/teams/${team.id}`,
  },
  { key: 'teamPoints', label: 'Team Points', kind: 'number', text: ({ entry }) => figure(entry.teamPoints) },
  {
    key: 'scratchPoints',
    label: 'Scratch Points',
    kind: 'number',
    text: ({ entry }) => figure(entry.scratchPoints),
    mayLack: true,
  },
  { key: 'status', label: 'Status', kind: 'text', text: ({ entry }) => (entry.scratched ? 'Scratched' : 'Dressed') },
  {
    key: 'scratchedAt',
    label: 'Scratched at',
    kind: 'text',
    text: ({ entry }) => instantText(entry.scratchedAt),
    wide: true,
    mayLack: true,
  },
  {
    key: 'boughtAt',
    label: 'Bought at',
    kind: 'text',
    text: ({ entry }) => instantText(entry.boughtAt),
    wide: true,
    mayLack: true,
  },
  {
    key: 'boughtPrice',
    label: 'Bought Price',
    kind: 'number',
    text: ({ entry }) => price(entry.boughtPrice),
    mayLack: true,
  },
  {
    key: 'sellPrice',
    label: 'Sell Price',
    kind: 'number',
    // Servers name what a sale brought either way (spec, section 3).
    text: ({ entry }) => price(entry.sold ? (entry.soldPrice ?? entry.sellPrice) : entry.sellPrice),
    mayLack: true,
  },
]

/** 20252026 as 2025-2026; anything else as it is. */
export const seasonText = (season: PreviousSeason['season']): string =>
  String(season).replace(/^(\d{4})(\d{4})$/, '$1-$2')

export const seasonColumns: Columns<PreviousSeason> = [
  {
    key: 'season',
    label: 'Season',
    kind: 'text',
    width: 'minmax(6.75rem, 1fr)',
    sticky: '0',
    edge: true,
    heads: true,
    value: ({ season }) => String(season),
    text: ({ season }) => seasonText(season),
  },
  {
    key: 'nhlTeam',
    label: 'NHL Team',
    kind: 'text',
    width: 'minmax(4.5rem, 1fr)',
    value: ({ nhlTeam }) => nhlTeam,
    text: ({ nhlTeam }) => nhlTeam || MISSING,
  },
  {
    key: 'points',
    label: 'Points',
    kind: 'number',
    width: 'minmax(4rem, 1fr)',
    strong: true,
    value: ({ points }) => points,
    text: ({ points }) => figure(points),
  },
  {
    key: 'projectedPoints',
    label: 'Projected',
    kind: 'number',
    width: 'minmax(5.25rem, 1fr)',
    value: ({ projectedPoints }) => projectedPoints,
    text: ({ projectedPoints }) => figure(projectedPoints),
  },
  {
    key: 'gamesPlayed',
    label: 'GP',
    kind: 'number',
    width: 'minmax(3.25rem, 1fr)',
    value: ({ gamesPlayed }) => gamesPlayed,
    text: ({ gamesPlayed }) => figure(gamesPlayed),
  },
  {
    key: 'teamGamesPlayed',
    label: 'Team GP',
    kind: 'number',
    width: 'minmax(4rem, 1fr)',
    value: ({ teamGamesPlayed }) => teamGamesPlayed,
    text: ({ teamGamesPlayed }) => figure(teamGamesPlayed),
  },
  {
    key: 'team',
    label: 'Team',
    kind: 'text',
    width: 'minmax(5rem, 1fr)',
    value: ({ team }) => team?.shortName,
    text: ({ team }) => team?.shortName || MISSING,
  },
]

/** The table's name in the URL. */
export const PREVIOUS_SEASONS = 'previousSeasons'
const latestFirst: Sort = { key: 'season', direction: 'desc' }
export const readSeasonsSort = (search: Readonly<Record<string, unknown>>): Sort =>
  readSort(search, PREVIOUS_SEASONS, seasonColumns, latestFirst)
