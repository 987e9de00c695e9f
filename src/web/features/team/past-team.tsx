import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getSeasonTeam } from '#contract/history'
import { offers } from '#contract/user'
import { seasonName } from '#rules/calendar'
import { seasonTeam } from '../../data/history.ts'
import { currentUser } from '../../data/user.ts'
import { PastTeamCorrections } from '../corrections/correction-lists.tsx'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import {
  formerColumns,
  readCurrentSort,
  readSoldSort,
  soldColumns,
  soldState,
  TEAM_CURRENT,
  TEAM_SOLD,
} from './roster-columns.tsx'
import { RosterTable } from './roster-table.tsx'
import { TeamSummary } from './team-summary.tsx'

interface PastTeamProps {
  readonly teamId: number
  readonly seasonId: number
  /** Above everything else. */
  readonly children: ReactNode
}

/** A team as a season that is over left it. */
export function PastTeam({ teamId, seasonId, children }: PastTeamProps) {
  const query = useQuery(seasonTeam(seasonId, teamId))
  const { data: user } = useQuery(currentUser())
  return (
    <DataScreen
      title={query.data?.team.name ?? 'Team Details'}
      line={`Season ${seasonName(seasonId)}`}
      queries={[query]}
    >
      {children}
      <QueryResult query={query} failure={getSeasonTeam.failure}>
        {({ team, current, sold }) => (
          <>
            <section className="team-part team-summary">
              <h2>Team Summary</h2>
              <TeamSummary team={team} isFinal />
            </section>
            <section className="team-part">
              <h2>Final Roster</h2>
              <RosterTable
                label="Final Roster"
                name={TEAM_CURRENT}
                items={current}
                columns={formerColumns}
                rowState={soldState}
                readSort={readCurrentSort}
              />
            </section>
            <section className="team-part">
              <h2>Sold Players</h2>
              <RosterTable
                label="Sold Players"
                name={TEAM_SOLD}
                items={sold}
                columns={soldColumns}
                rowState={soldState}
                readSort={readSoldSort}
              />
            </section>
            {offers(user, 'corrections') && <PastTeamCorrections teamId={teamId} seasonId={seasonId} />}
          </>
        )}
      </QueryResult>
    </DataScreen>
  )
}
