import './home-screen.css'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { getTeams, type Team } from '#contract/stats'
import { offers, type User } from '#contract/user'
import { lastUpdated, standings } from '../../data/stats.ts'
import { later } from '../../ui/later.tsx'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { Table } from '../../ui/table/table.tsx'
import { lastUpdatedText } from '../../ui/time/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { DataScreen } from '../data-screen/data-screen.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { standingsColumns, standingsRowState } from '../standings/columns.ts'
import { GoalLamp } from '../standings/goal-lamp.tsx'
import { homeArt, LEAGUE_COLUMNS, leagueTitle, TAGLINE } from './my-line.ts'
import { MyLineSection } from './my-line-section.tsx'
import { Newcomer } from './newcomer.tsx'

const MemberNews = lazyScreen(async () => (await import('./member-news.tsx')).MemberNews)

const TonightLine = later(async () => (await import('../tonight/tonight-line.tsx')).TonightLine)

/** Below a newcomer's few sentences; that it could not be loaded is nothing to tell. */
const LeagueNews = later(async () => (await import('../standings/standings-news.tsx')).StandingsNews)

const keyOf = (team: Team) => team.id

interface LeagueProps {
  readonly teams: readonly Team[]
  readonly ownTeamId: number | null | undefined
}

/** The standings in short. */
function League({ teams, ownTeamId }: LeagueProps) {
  const columns = useMemo(() => standingsColumns(ownTeamId, teams).slice(0, LEAGUE_COLUMNS), [ownTeamId, teams])
  const rowState = useCallback((team: Team) => standingsRowState(team, ownTeamId), [ownTeamId])
  return (
    <section className="home-league" aria-labelledby="home-league">
      <h2 id="home-league">{leagueTitle}</h2>
      <Table label={leagueTitle} columns={columns} rows={teams} rowKey={keyOf} rowState={rowState} />
      <OwnLink className="button plain" href="/standings">
        All standings
      </OwnLink>
    </section>
  )
}

/** A member's start page: how the own team does before anything is tapped, and what there is to do. */
export function Home({ user }: { readonly user: User }) {
  const teams = useQuery(standings())
  const updated = useQuery(lastUpdated())
  const now = useNow()
  const { teamId } = user
  return (
    <DataScreen
      title={TAGLINE}
      windowTitle=""
      art={homeArt}
      line={lastUpdatedText(updated.data?.modifiedAt, now)}
      queries={[teams, updated]}
    >
      <div className={teamId == null ? 'home new' : 'home'}>
        <QueryResult query={teams} failure={getTeams.failure}>
          {(all) => (
            <>
              <div className="home-main">
                {offers(user, 'tonight') && (
                  <div className="tonight-room">
                    <TonightLine teamId={teamId} />
                  </div>
                )}
                {teamId != null && <MyLineSection user={{ ...user, teamId }} teams={all} />}
                {teamId == null ? <Newcomer teams={all} /> : <MemberNews teamId={teamId} />}
              </div>
              <League teams={all} ownTeamId={teamId} />
              {teamId == null && <LeagueNews teams={all} />}
              <GoalLamp key={teamId} total={all.find(({ id }) => id === teamId)?.totalScore} />
            </>
          )}
        </QueryResult>
      </div>
    </DataScreen>
  )
}
