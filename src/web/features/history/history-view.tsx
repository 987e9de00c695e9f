import './history.css'
import { useQuery } from '@tanstack/react-query'
import { getHistory } from '#contract/history'
import { history } from '../../data/history.ts'
import { currentUser } from '../../data/user.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { Champions } from './champions.tsx'
import { wonText } from './history-words.ts'
import { BestPicks, LeagueRecords } from './league-records.tsx'
import { ThroughTheYears } from './through-the-years.tsx'
import { WeeksFigure } from './weeks-figure.tsx'

export function HistoryView() {
  const query = useQuery(history())
  const { data: user } = useQuery(currentUser())
  const ownTeamId = user?.teamId ?? null
  const latest = query.data?.seasons[0]
  return (
    <DataScreen title="History" line={latest ? wonText(latest) : ''} queries={[query]}>
      <QueryResult query={query} failure={getHistory.failure}>
        {(all) => (
          <div className="history">
            {all.seasons.length === 0 ? (
              <Notice kind="info">
                How this season ends will be kept here, with its champion and the records of the league.
              </Notice>
            ) : (
              <>
                <Champions seasons={all.seasons} />
                <ThroughTheYears history={all} ownTeamId={ownTeamId} />
              </>
            )}
            <LeagueRecords records={all.records} />
            <WeeksFigure seasonId={all.seasonId} teams={all.weeks} ownTeamId={ownTeamId} />
            <BestPicks records={all.records} />
          </div>
        )}
      </QueryResult>
    </DataScreen>
  )
}
