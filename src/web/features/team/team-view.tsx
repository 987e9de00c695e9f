import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { getSeasonTeam } from '#contract/history'
import { unknownErrors } from '#contract/refusal-texts'
import { getTeamPlayers } from '#contract/roster'
import { getTeam, type Team } from '#contract/stats'
import { hasFeature, type User } from '#contract/user'
import { seasonName } from '#rules/calendar'
import { lastNight } from '#rules/standings'
import { seasonTeam } from '../../data/history.ts'
import { lastUpdated, leagueSettings, standings, team as teamQuery } from '../../data/league.ts'
import { teamPlayers } from '../../data/roster.ts'
import { schedule as scheduleQuery } from '../../data/tonight.ts'
import { currentUser, useFeature } from '../../data/user.ts'
import { CallError } from '../../net/call-error.ts'
import { change, changeTone, figure, ordinal } from '../../ui/figure.ts'
import { Loading } from '../../ui/lazy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type RecordColumn, RecordTable } from '../../ui/table/record.tsx'
import { lastUpdatedText } from '../../ui/time/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { PastTeamCorrections, TeamCorrections } from '../corrections/correction-lists.tsx'
import { DataScreen, hasLoaded, QueryResult } from '../data-screen/data-screen.tsx'
import { ownOrListed } from '../data-screen/own-or-listed.ts'
import { SeasonSelect, useSeasonChoice } from '../season/season-choice.tsx'
import { NotFound } from '../shell/members-only.tsx'
import { OwnPlayers } from './own-players.tsx'
import {
  currentState,
  formerColumns,
  plainColumns,
  RosterTable,
  soldColumns,
  TEAM_CURRENT,
  TEAM_SOLD,
} from './roster-table.tsx'
import './team.css'

const count = (label: string, value: (team: Team) => number | null | undefined, decimals = 0): RecordColumn<Team> => ({
  label,
  text: (team) => figure(value(team), decimals),
})

const finalColumns: readonly RecordColumn<Team>[] = [
  {
    ...count('Rank', (team) => team.ranking),
    // Before the season everybody is first.
    tone: (team) => (team.ranking === 1 && team.totalScore ? 'gold' : null),
  },
  { label: 'Team', wide: true, text: (team) => team.name },
  { label: 'Short Name', text: (team) => team.shortName },
  count('Points', (team) => team.points),
  count('Cash', (team) => team.cash, 2),
  count('Total', (team) => team.totalScore),
]

const columns: readonly RecordColumn<Team>[] = [
  ...finalColumns,
  {
    label: 'Last',
    text: (team) => change(team.scoreDiffPrevious),
    tone: (team) => changeTone(team.scoreDiffPrevious),
  },
  count('Week', (team) => team.scoreThisWeek),
  count('Last Week', (team) => team.scoreLastWeek),
]

/** `3rd · 728 · +7 last night`; no rank before the season, when everybody is first. */
const inOneLine = (team: Team, isFinal: boolean) => {
  const { ranking, totalScore } = team
  const last = isFinal ? null : lastNight(team)
  return [
    ...(ranking && totalScore ? [{ text: ordinal(ranking), tone: null }] : []),
    { text: figure(totalScore), tone: null },
    ...(last === null ? [] : [{ text: `${change(last)}\u00a0last\u00a0night`, tone: changeTone(last) }]),
  ]
}

/** The team's row of the standings, or of the final ones. A phone has a line of it, which opens. */
function TeamSummary({ team, isFinal = false }: { readonly team: Team; readonly isFinal?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const record = useId()
  return (
    <>
      <button
        className="summary-line opens"
        type="button"
        aria-expanded={isOpen}
        aria-controls={record}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span>
          {inOneLine(team, isFinal).map(({ text, tone }, index) => (
            <Fragment key={text}>
              {index > 0 && '\u00a0· '}
              <span className={tone ?? undefined}>{text}</span>
            </Fragment>
          ))}
        </span>
      </button>
      <div className="summary-record" id={record}>
        <RecordTable label="Team Summary" columns={isFinal ? finalColumns : columns} row={team} />
      </div>
    </>
  )
}

export const MyTeam = ({ user: { teamId } }: { readonly user: User }) =>
  teamId == null ? <NotFound /> : <Navigate to="/teams/$teamId" params={{ teamId: String(teamId) }} replace />

interface PastTeamProps {
  readonly teamId: number
  readonly seasonId: number
  /** Above everything else. */
  readonly children: ReactNode
}

/** A team as a season that is over left it. */
function PastTeam({ teamId, seasonId, children }: PastTeamProps) {
  const query = useQuery(seasonTeam(seasonId, teamId))
  const hasCorrections = useFeature('corrections')
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
            <section className="part team-part team-summary">
              <h2>Team Summary</h2>
              <TeamSummary team={team} isFinal />
            </section>
            <section className="part team-part">
              <h2>Final Roster</h2>
              <RosterTable label="Final Roster" name={TEAM_CURRENT} items={current} columns={formerColumns} />
            </section>
            <section className="part team-part">
              <h2>Sold Players</h2>
              <RosterTable label="Sold Players" name={TEAM_SOLD} items={sold} columns={soldColumns} />
            </section>
            {hasCorrections && <PastTeamCorrections teamId={teamId} seasonId={seasonId} />}
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
          <section className="part team-part team-summary">
            <h2>Team Summary</h2>
            <QueryResult query={team} failure={getTeam.failure}>
              {(data) => <TeamSummary team={data} />}
            </QueryResult>
          </section>
          {hasLoaded(team) && (
            <section className="part team-part">
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
                    />
                  )
                }}
              </QueryResult>
              <p className="note">Team Points: scored for this team. Season Points: all season.</p>
            </section>
          )}
          {hasLoaded(team) && isPlaced && (
            <section className="part team-part">
              <h2>Sold Players</h2>
              <QueryResult query={sold} failure={getTeamPlayers.failure}>
                {(items) => <RosterTable label="Sold Players" name={TEAM_SOLD} items={items} columns={soldColumns} />}
              </QueryResult>
            </section>
          )}
          {hasLoaded(sold) && isPlaced && hasFeature(user, 'corrections') && <TeamCorrections teamId={teamId} />}
        </>
      )}
    </DataScreen>
  )
}
