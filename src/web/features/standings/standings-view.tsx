import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lastUpdated, standings } from '../../data/stats.ts'
import { currentUser } from '../../data/user.ts'
import { useConnection } from '../../offline/connection.ts'
import { Banner } from '../../ui/banner/banner.tsx'
import { PullToRefresh } from '../../ui/refresh/pull-to-refresh.tsx'
import { RefreshButton } from '../../ui/refresh/refresh-button.tsx'
import { asOfText, lastUpdatedText } from '../../ui/time/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { standingsArt, standingsTitle } from './columns.ts'
import { StandingsTable } from './standings-table.tsx'

export function StandingsView() {
  const teams = useQuery(standings())
  const updated = useQuery(lastUpdated())
  const { data: user } = useQuery(currentUser())
  const { online } = useConnection()
  const now = useNow()
  const [isBusy, setIsBusy] = useState(false)
  const refresh = () => {
    if (isBusy) return
    setIsBusy(true)
    // A failure is told by the query itself.
    void Promise.allSettled([teams.refetch(), updated.refetch()]).then(() => setIsBusy(false))
  }
  return (
    <>
      <Banner
        title={standingsTitle}
        art={standingsArt}
        line={lastUpdatedText(updated.data?.modifiedAt, now)}
        asOf={asOfText(teams.dataUpdatedAt, now, online && !teams.isError)}
        tools={<RefreshButton isBusy={isBusy} onRefresh={refresh} />}
      />
      <PullToRefresh isBusy={isBusy} onRefresh={refresh} />
      <div className="banner-body">
        <StandingsTable teams={teams.data} hasFailed={teams.isError} ownTeamId={user?.teamId} />
      </div>
    </>
  )
}
