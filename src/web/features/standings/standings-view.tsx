import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getTeams, type Team } from '#contract/stats'
import { hasFeature } from '#contract/user'
import { lastUpdated, standings } from '../../data/league.ts'
import { currentUser } from '../../data/user.ts'
import { later } from '../../ui/lazy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SortedTable } from '../../ui/table/table.tsx'
import { lastUpdatedText } from '../../ui/time/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { DataScreen, QueryResult } from '../data-screen/data-screen.tsx'
import {
  STANDINGS,
  standingsArt,
  standingsColumns,
  standingsRowState,
  standingsSort,
  standingsTitle,
} from './columns.ts'

const TonightLine = later(async () => (await import('../tonight/tonight-line.tsx')).TonightLine)

/** What is beside the table comes after it; a failure to load it needs no message. */
const StandingsExtras = later(async () => (await import('./standings-extras.tsx')).StandingsExtras)

interface StandingsTableProps {
  readonly teams: readonly Team[]
  readonly ownTeamId: number | null | undefined
}

function StandingsTable({ teams, ownTeamId }: StandingsTableProps) {
  const columns = useMemo(() => standingsColumns(ownTeamId, teams), [ownTeamId, teams])
  if (teams.length === 0) return <Notice kind="info">No teams found.</Notice>
  return (
    <SortedTable
      label={standingsTitle}
      name={STANDINGS}
      columns={columns}
      rows={teams}
      rowKey={({ id }) => id}
      rowState={(team) => standingsRowState(team, ownTeamId)}
      defaultSort={standingsSort}
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
          <>
            {hasFeature(user, 'tonight') && (
              <div className="tonight-room">
                <TonightLine teamId={user?.teamId} />
              </div>
            )}
            <div className="standings">
              <StandingsTable teams={all} ownTeamId={user?.teamId} />
              <StandingsExtras teams={all} ownTeamId={user?.teamId} />
            </div>
          </>
        )}
      </QueryResult>
    </DataScreen>
  )
}
