import { useCallback, useMemo } from 'react'
import { getTeams, type Team } from '#contract/stats'
import { Loading } from '../../ui/loading/loading.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Table } from '../../ui/table/table.tsx'
import { useTableSort } from '../../ui/table/use-table-sort.ts'
import { readStandingsSort, STANDINGS, standingsColumns, standingsRowState, standingsTitle } from './columns.ts'

const keyOf = (team: Team) => team.id

interface StandingsTableProps {
  readonly teams: readonly Team[] | undefined
  readonly hasFailed: boolean
  readonly ownTeamId: number | null | undefined
}

/** What is there is shown, however old; a failure only where there is nothing. */
export function StandingsTable({ teams, hasFailed, ownTeamId }: StandingsTableProps) {
  const [sort, setSort] = useTableSort(STANDINGS, readStandingsSort)
  const columns = useMemo(() => standingsColumns(ownTeamId), [ownTeamId])
  const rowState = useCallback((team: Team) => standingsRowState(team, ownTeamId), [ownTeamId])
  if (!teams) return hasFailed ? <Notice kind="error">Error: {getTeams.failure}</Notice> : <Loading />
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
