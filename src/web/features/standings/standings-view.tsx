import { useQuery } from '@tanstack/react-query'
import { getTeams } from '#contract/stats'
import { lastUpdated, standings } from '../../data/stats.ts'
import { currentUser } from '../../data/user.ts'
import { lastUpdatedText } from '../../ui/time/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { DataScreen } from '../screen/data-screen.tsx'
import { Shown } from '../screen/shown.tsx'
import { standingsArt, standingsTitle } from './columns.ts'
import { StandingsTable } from './standings-table.tsx'

export function StandingsView() {
  const teams = useQuery(standings())
  const updated = useQuery(lastUpdated())
  const { data: user } = useQuery(currentUser())
  const now = useNow()
  const line = lastUpdatedText(updated.data?.modifiedAt, now)
  return (
    <DataScreen title={standingsTitle} art={standingsArt} line={line} queries={[teams, updated]}>
      <Shown query={teams} failure={getTeams.failure}>
        {(all) => <StandingsTable teams={all} ownTeamId={user?.teamId} />}
      </Shown>
    </DataScreen>
  )
}
