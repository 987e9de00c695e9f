import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { BREAKPOINTS } from '#contract/limits'
import { getTeams, type Team } from '#contract/stats'
import { lastUpdated, standings } from '../../data/stats.ts'
import { currentUser } from '../../data/user.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Table } from '../../ui/table/table.tsx'
import { useTableSort } from '../../ui/table/use-table-sort.ts'
import { lastUpdatedText } from '../../ui/time/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { windowWidth } from '../../ui/window-width.ts'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import {
  readStandingsSort,
  STANDINGS,
  standingsArt,
  standingsColumns,
  standingsRowState,
  standingsTitle,
} from './columns.ts'
import { GoalLamp } from './goal-lamp.tsx'

const StandingsNews = lazyScreen(async () => (await import('./standings-news.tsx')).StandingsNews)

const keyOf = (team: Team) => team.id

interface StandingsTableProps {
  readonly teams: readonly Team[]
  readonly ownTeamId: number | null | undefined
}

function StandingsTable({ teams, ownTeamId }: StandingsTableProps) {
  const [sort, setSort] = useTableSort(STANDINGS, readStandingsSort)
  const columns = useMemo(() => standingsColumns(ownTeamId, teams), [ownTeamId, teams])
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

export function StandingsView() {
  const teams = useQuery(standings())
  const updated = useQuery(lastUpdated())
  const { data: user } = useQuery(currentUser())
  const now = useNow()
  const line = lastUpdatedText(updated.data?.modifiedAt, now)
  return (
    <DataScreen title={standingsTitle} art={standingsArt} line={line} queries={[teams, updated]}>
      <QueryResult query={teams} failure={getTeams.failure}>
        {(all) => (
          <div className="standings">
            <StandingsTable teams={all} ownTeamId={user?.teamId} />
            {windowWidth() >= BREAKPOINTS.xl && <StandingsNews teams={all} />}
            <GoalLamp key={user?.teamId} total={all.find(({ id }) => id === user?.teamId)?.totalScore} />
          </div>
        )}
      </QueryResult>
    </DataScreen>
  )
}
