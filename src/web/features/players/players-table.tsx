import { type ReactNode, useCallback, useMemo } from 'react'
import type { Player } from '#contract/stats'
import { change, changeTone, figure, minutes, price } from '../../ui/figure.ts'
import type { Column, Columns, RowState } from '../../ui/table/column.ts'
import { LongTable } from '../../ui/table/long-table.tsx'
import { readSort } from '../../ui/table/sort.ts'
import { useTableSort } from '../../ui/table/use-table-sort.ts'
import { BuyablePlayers, BuyCell } from './buyable-players.tsx'
import type { PlayerList } from './lists.ts'

const isOwn = ({ team }: Player, ownTeamId: number | null | undefined) => team != null && team.id === ownTeamId

const playerRowState = (player: Player, ownTeamId: number | null | undefined): RowState =>
  isOwn(player, ownTeamId) ? 'own' : player.team ? 'reserved' : null

interface Options {
  readonly ownTeamId: number | null | undefined
  /** Key of a column that stands beside the name, so that a phone shows it. */
  readonly first?: string
  /** What can be done with a player, in a column of its own. */
  readonly action?: { readonly label: string; readonly of: (player: Player) => ReactNode }
}

const FIGURE_WIDTH = 'minmax(3.75rem, 1fr)'

const number = (key: string, label: string, value: (player: Player) => number | null | undefined): Column<Player> => ({
  key,
  label,
  kind: 'number',
  width: FIGURE_WIDTH,
  value,
  text: (player) => figure(value(player)),
})

const difference: Column<Player> = {
  ...number('pointsDiffPrevious', 'Last', (player) => player.pointsDiffPrevious),
  text: (player) => change(player.pointsDiffPrevious),
  tone: (player) => changeTone(player.pointsDiffPrevious),
}

/** The columns that a member looks for first: the player's team, position and points. */
const figures: Columns<Player> = [
  {
    key: 'team',
    label: 'Team',
    kind: 'text',
    width: 'minmax(5.5rem, 1.2fr)',
    value: (player) => player.team?.shortName,
    text: (player) => player.team?.shortName ?? 'Free',
  },
  {
    key: 'position',
    label: 'Pos',
    kind: 'text',
    width: 'minmax(3.25rem, 0.7fr)',
    value: (player) => player.position,
    text: (player) => player.position || '-',
  },
  {
    key: 'nhlTeam',
    label: 'NHL',
    kind: 'text',
    width: 'minmax(3.375rem, 0.7fr)',
    value: (player) => player.nhlTeam,
    text: (player) => player.nhlTeam || '-',
  },
  { ...number('points', 'Points', (player) => player.points), strong: true },
  difference,
  number('pointsThisWeek', 'This Week', (player) => player.pointsThisWeek),
  number('pointsLastWeek', 'Last Week', (player) => player.pointsLastWeek),
  number('projectedPoints', 'Proj Pts', (player) => player.projectedPoints),
  number('gamesPlayed', 'GP', (player) => player.gamesPlayed),
  number('teamGamesPlayed', 'Team GP', (player) => player.teamGamesPlayed),
  {
    ...number('toiPerGp', 'TOI/GP', (player) => player.toiPerGp),
    width: 'minmax(4.25rem, 1fr)',
    text: (player) => minutes(player.toiPerGp),
  },
  {
    ...number('buyPrice', 'Buy Price', (player) => player.buyPrice || null),
    width: 'minmax(4.75rem, 1fr)',
    text: (player) => price(player.buyPrice),
  },
]

function playerColumns({ ownTeamId, first, action }: Options): Columns<Player> {
  const name: Column<Player> = {
    key: 'name',
    label: 'Name',
    kind: 'text',
    // Beside the buttons a phone's least width is said by the style, which knows the window.
    width: action ? 'minmax(var(--who, 8.75rem), 3fr)' : 'minmax(8.75rem, 3fr)',
    sticky: '0',
    edge: true,
    heads: true,
    value: (player) => player.name,
    text: (player) => player.name,
    href: (player) => `/players/${player.id}`,
    note: (player) => player.nhlTeam,
    mark: (player) => (isOwn(player, ownTeamId) ? 'Your team' : null),
  }
  // Beside a column of buttons a phone has no room for the points in their place.
  const beside = first ?? (action ? 'points' : undefined)
  const ahead = figures.filter(({ key }) => key === beside)
  const others = figures.filter(({ key }) => key !== beside)
  const columns = [name, ...ahead, ...others]
  if (!action) return columns
  const { label, of } = action
  const button: Column<Player> = {
    key: 'action',
    label,
    kind: 'text',
    width: 'var(--buttons, 3.5rem)',
    end: true,
    unsorted: true,
    value: () => null,
    text: () => '',
    cell: of,
  }
  return [...columns, button]
}

const keyOf = (player: Player) => player.id
const buy = { label: 'Buy', of: (player: Player) => <BuyCell player={player} /> }

interface PlayersTableProps {
  readonly list: PlayerList
  readonly players: readonly Player[]
  readonly ownTeamId: number | null | undefined
}

export function PlayersTable({ list, players, ownTeamId }: PlayersTableProps) {
  const columns = useMemo(
    () => playerColumns({ ownTeamId, first: list.first, action: ownTeamId == null ? undefined : buy }),
    [ownTeamId, list],
  )
  const [sort, setSort] = useTableSort(list.table, (search) => readSort(search, list.table, columns, list.sort))
  const rowState = useCallback((player: Player) => playerRowState(player, ownTeamId), [ownTeamId])
  const table = (
    <LongTable
      label={list.title}
      columns={columns}
      rows={players}
      rowKey={keyOf}
      rowState={rowState}
      sort={sort}
      onSort={setSort}
    />
  )
  return ownTeamId == null ? (
    table
  ) : (
    <BuyablePlayers teamId={ownTeamId} players={players}>
      {table}
    </BuyablePlayers>
  )
}
