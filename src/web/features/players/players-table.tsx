import { type ReactNode, useCallback, useMemo } from 'react'
import type { Player } from '#contract/stats'
import { minutes } from '../../ui/figure.ts'
import type { Column, Columns, RowState } from '../../ui/table/columns.ts'
import { buttons, count, money, sign, text } from '../../ui/table/columns.ts'
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
  /** Key of a column beside the name, where a phone shows it. */
  readonly first?: string
  /** What can be done with a player, in a separate column. */
  readonly action?: { readonly label: string; readonly of: (player: Player) => ReactNode }
}

const FIGURE_WIDTH = 'minmax(3.75rem, 1fr)'

/** The columns that a member looks for first: the player's team, position and points. */
const figures: Columns<Player> = [
  text('team', 'Team', 'minmax(5.5rem, 1.2fr)', (player) => player.team?.shortName, {
    text: (player) => player.team?.shortName ?? 'Free',
  }),
  text('position', 'Pos', 'minmax(3.25rem, 0.7fr)', (player) => player.position),
  text('nhlTeam', 'NHL', 'minmax(3.375rem, 0.7fr)', (player) => player.nhlTeam),
  count('points', 'Points', FIGURE_WIDTH, (player) => player.points, { strong: true }),
  sign('pointsDiffPrevious', 'Last', FIGURE_WIDTH, (player) => player.pointsDiffPrevious),
  count('pointsThisWeek', 'This Week', FIGURE_WIDTH, (player) => player.pointsThisWeek),
  count('pointsLastWeek', 'Last Week', FIGURE_WIDTH, (player) => player.pointsLastWeek),
  count('projectedPoints', 'Proj Pts', FIGURE_WIDTH, (player) => player.projectedPoints),
  count('gamesPlayed', 'GP', FIGURE_WIDTH, (player) => player.gamesPlayed),
  count('teamGamesPlayed', 'Team GP', FIGURE_WIDTH, (player) => player.teamGamesPlayed),
  count('toiPerGp', 'TOI/GP', 'minmax(4.25rem, 1fr)', (player) => player.toiPerGp, {
    text: (player) => minutes(player.toiPerGp),
  }),
  money('buyPrice', 'Buy Price', 'minmax(4.75rem, 1fr)', (player) => player.buyPrice || null),
]

function playerColumns({ ownTeamId, first, action }: Options): Columns<Player> {
  // Beside the buttons a phone's least width comes from the style, which knows the window.
  const nameWidth = action ? 'minmax(var(--who, 8.75rem), 3fr)' : 'minmax(8.75rem, 3fr)'
  const name: Column<Player> = text('name', 'Name', nameWidth, (player) => player.name, {
    sticky: '0',
    edge: true,
    heads: true,
    href: (player) => `/players/${player.id}`,
    note: (player) => player.nhlTeam,
    mark: (player) => (isOwn(player, ownTeamId) ? 'Your team' : null),
  })
  // Beside a column of buttons a phone has no room for the points in their place.
  const beside = first ?? (action ? 'points' : undefined)
  const ahead = figures.filter(({ key }) => key === beside)
  const others = figures.filter(({ key }) => key !== beside)
  const columns = [name, ...ahead, ...others]
  if (!action) return columns
  const { label, of } = action
  return [...columns, buttons('action', label, 'var(--buttons, 3.5rem)', of)]
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
