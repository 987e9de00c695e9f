import { useCallback, useMemo } from 'react'
import type { Player } from '#contract/stats'
import { LongTable } from '../../ui/table/long-table.tsx'
import { readSort } from '../../ui/table/sort.ts'
import { useTableSort } from '../../ui/table/use-table-sort.ts'
import { BuyablePlayers, BuyCell } from './buyable-players.tsx'
import { playerColumns, playerRowState } from './columns.ts'
import type { PlayerList } from './lists.ts'

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
