import { useCallback, useMemo } from 'react'
import type { Team } from '#contract/stats'
import { Notice } from '../../ui/notice/notice.tsx'
import { Table } from '../../ui/table/table.tsx'
import { useTableSort } from '../../ui/table/use-table-sort.ts'
import { readStandingsSort, STANDINGS, standingsColumns, standingsRowState, standingsTitle } from './columns.ts'

const keyOf = (team: Team) => team.id

interface StandingsTableProps {
  readonly teams: readonly Team[]
  readonly ownTeamId: number | null | undefined
}

export function StandingsTable({ teams, ownTeamId }: StandingsTableProps) {
  const [sort, setSort] = useTableSort(STANDINGS, readStandingsSort)
  const columns = useMemo(() => standingsColumns(ownTeamId), [ownTeamId])
  const rowState = useCallback((team: Team) => standingsRowState(team, ownTeamId), [ownTeamId])
  if (teams.length === 0) return <Notice kind="info">No teams found.</Notice>
  return (
    <Table
      label={standingsTitle}
      columns={columns}
      rows={teams}
      rowKey={keyOf}
      rowState={rowState}
      sort={sort}
      onSort={setSort}
    />
  )
}
