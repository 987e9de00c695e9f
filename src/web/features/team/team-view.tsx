import { useQuery } from '@tanstack/react-query'
import { errorSentences } from '#contract/errors'
import { getTeamPlayers } from '#contract/roster'
import { getTeam } from '#contract/stats'
import { CallError } from '../../data/call-error.ts'
import { teamPlayers } from '../../data/roster.ts'
import { lastUpdated, team as teamQuery } from '../../data/stats.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { lastUpdatedText } from '../../ui/time/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { hasLoaded, QueryResult } from '../data-screen/query-result.tsx'
import { useOwnLineup } from './next-moves.ts'
import { readSoldSort, soldColumns, soldState, TEAM_SOLD } from './roster-columns.tsx'
import { CurrentPlayers, RosterTable } from './roster-table.tsx'
import { TeamSummary } from './team-summary.tsx'
import './team.css'

export function TeamView({ teamId }: { readonly teamId: number }) {
  const team = useQuery(teamQuery(teamId))
  const current = useQuery(teamPlayers(teamId, true))
  const sold = useQuery(teamPlayers(teamId, false))
  const updated = useQuery(lastUpdated())
  const lineup = useOwnLineup(teamId, current.data)
  const now = useNow()
  const { error } = team
  const isUnknown = !team.data && error instanceof CallError && error.status === 404
  return (
    <DataScreen
      title={team.data?.name ?? 'Team Details'}
      line={lastUpdatedText(updated.data?.modifiedAt, now)}
      queries={[team, current, sold, updated]}
    >
      {isUnknown ? (
        <>
          <Notice kind="error">Error: {getTeam.failure}</Notice>
          <p className="page-text">{errorSentences.TEAM_NOT_FOUND}</p>
        </>
      ) : (
        <>
          <section className="team-part">
            <h2>Team Summary</h2>
            <QueryResult query={team} failure={getTeam.failure}>
              {(data) => <TeamSummary team={data} />}
            </QueryResult>
          </section>
          {hasLoaded(team) && (
            <section className="team-part">
              <h2>Current Players</h2>
              {lineup && <p className="team-note">{lineup.counts}</p>}
              <p className="team-note">
                Team Points count for this team, Season Points are all that a player has made.
              </p>
              <QueryResult query={current} failure={getTeamPlayers.failure}>
                {(items) => <CurrentPlayers items={items} lineup={lineup} />}
              </QueryResult>
            </section>
          )}
          {hasLoaded(team) && hasLoaded(current) && (
            <section className="team-part">
              <h2>Sold Players</h2>
              <QueryResult query={sold} failure={getTeamPlayers.failure}>
                {(items) => (
                  <RosterTable
                    label="Sold Players"
                    name={TEAM_SOLD}
                    items={items}
                    columns={soldColumns}
                    rowState={soldState}
                    readSort={readSoldSort}
                  />
                )}
              </QueryResult>
            </section>
          )}
        </>
      )}
    </DataScreen>
  )
}
