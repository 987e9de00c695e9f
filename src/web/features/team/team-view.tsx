import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getSeasonTeam } from '#contract/history'
import { unknownErrors } from '#contract/refusal-texts'
import { getTeamPlayers } from '#contract/roster'
import { getTeam } from '#contract/stats'
import { hasFeature } from '#contract/user'
import { seasonName } from '#rules/calendar'
import { seasonTeam } from '../../data/history.ts'
import { leagueSettings } from '../../data/league.ts'
import { teamPlayers } from '../../data/roster.ts'
import { lastUpdated, standings, team as teamQuery } from '../../data/stats.ts'
import { schedule as scheduleQuery } from '../../data/tonight.ts'
import { currentUser } from '../../data/user.ts'
import { CallError } from '../../net/call-error.ts'
import { Loading } from '../../ui/loading/loading.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { lastUpdatedText } from '../../ui/time/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { PastTeamCorrections, TeamCorrections } from '../corrections/correction-lists.tsx'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { ownOrListed } from '../data-screen/own-or-listed.ts'
import { hasLoaded, QueryResult } from '../data-screen/query-result.tsx'
import { useSeasonChoice } from '../season/season-choice.ts'
import { SeasonSelect } from '../season/season-select.tsx'
import { OwnPlayers } from './own-players.tsx'
import {
  currentState,
  formerColumns,
  plainColumns,
  RosterTable,
  readCurrentSort,
  readSoldSort,
  soldColumns,
  soldState,
  TEAM_CURRENT,
  TEAM_SOLD,
} from './roster-table.tsx'
import { TeamSummary } from './team-summary.tsx'
import './team.css'

interface PastTeamProps {
  readonly teamId: number
  readonly seasonId: number
  /** Above everything else. */
  readonly children: ReactNode
}

/** A team as a season that is over left it. */
function PastTeam({ teamId, seasonId, children }: PastTeamProps) {
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
            {hasFeature(user, 'corrections') && <PastTeamCorrections teamId={teamId} seasonId={seasonId} />}
          </>
        )}
      </QueryResult>
    </DataScreen>
  )
}

interface TeamProps {
  readonly teamId: number
}

/** The team now, or in a season that is over. */
export function TeamView({ teamId }: TeamProps) {
  const choice = useSeasonChoice()
  const seasons = choice.seasons.filter(({ standings }) => standings.some((row) => row.teamId === teamId))
  const select = <SeasonSelect choice={{ ...choice, seasons }} />
  return choice.seasonId === null ? (
    <PresentTeam teamId={teamId}>{select}</PresentTeam>
  ) : (
    <PastTeam teamId={teamId} seasonId={choice.seasonId}>
      {select}
    </PastTeam>
  )
}

function PresentTeam({ teamId, children }: TeamProps & { readonly children: ReactNode }) {
  // The standings have the same figures; in memory they are there before the team's own answer.
  const listed = useQuery({ ...standings(), enabled: false })
  const team = ownOrListed(useQuery(teamQuery(teamId)), [listed], (teams) => teams.find(({ id }) => id === teamId))
  const current = useQuery(teamPlayers(teamId, true))
  const sold = useQuery(teamPlayers(teamId, false))
  const updated = useQuery(lastUpdated())
  const { data: user } = useQuery(currentUser())
  const isOwn = user?.teamId === teamId
  // The rows of the member's team are as high as the actions on a player need.
  const settings = useQuery({ ...leagueSettings(), enabled: isOwn })
  const isScheduled = isOwn && hasFeature(user, 'tonight')
  const schedule = useQuery({ ...scheduleQuery(), enabled: isScheduled })
  const isPlaced = hasLoaded(current) && (!isOwn || hasLoaded(settings)) && (!isScheduled || hasLoaded(schedule))
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
          <p className="page-text">{unknownErrors.TEAM_NOT_FOUND}</p>
        </>
      ) : (
        <>
          {children}
          <section className="team-part team-summary">
            <h2>Team Summary</h2>
            <QueryResult query={team} failure={getTeam.failure}>
              {(data) => <TeamSummary team={data} />}
            </QueryResult>
          </section>
          {hasLoaded(team) && (
            <section className="team-part">
              <h2>Current Players</h2>
              <QueryResult query={current} failure={getTeamPlayers.failure}>
                {(items) => {
                  if (!isPlaced) return <Loading />
                  if (isOwn) return <OwnPlayers teamId={teamId} items={items} schedule={schedule.data} />
                  return (
                    <RosterTable
                      label="Current Players"
                      name={TEAM_CURRENT}
                      items={items}
                      columns={plainColumns}
                      rowState={currentState}
                      readSort={readCurrentSort}
                    />
                  )
                }}
              </QueryResult>
              <p className="team-note">Team Points: scored for this team. Season Points: all season.</p>
            </section>
          )}
          {hasLoaded(team) && isPlaced && (
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
          {hasLoaded(sold) && isPlaced && hasFeature(user, 'corrections') && <TeamCorrections teamId={teamId} />}
        </>
      )}
    </DataScreen>
  )
}
