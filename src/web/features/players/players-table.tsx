import { useCallback, useMemo } from 'react'
import type { Player } from '#contract/stats'
import { LongTable } from '../../ui/table/long-table.tsx'
import { readSort } from '../../ui/table/sort.ts'
import { useTableSort } from '../../ui/table/use-table-sort.ts'
import { playerColumns, playerRowState } from './columns.ts'
import type { PlayerList } from './lists.ts'

const keyOf = (player: Player) => player.id

interface PlayersTableProps {
  readonly list: PlayerList
  readonly players: readonly Player[]
  readonly ownTeamId: number | null | undefined
}

export function PlayersTable({ list, players, ownTeamId }: PlayersTableProps) {
  const columns = useMemo(() => playerColumns({ ownTeamId, first: list.first }), [ownTeamId, list])
  const [sort, setSort] = useTableSort(list.table, (search) => readSort(search, list.table, columns, list.sort))
  const rowState = useCallback((player: Player) => playerRowState(player, ownTeamId), [ownTeamId])
  return (
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
}
