import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type DayPoints, getTeams, type Team } from '#contract/stats'
import { hasFeature, type User } from '#contract/user'
import { leagueOfSettings } from '#rules/league'
import { isUnranked } from '#rules/standings'
import { listed } from '#rules/words'
import { lastUpdated, leagueSettings, recentPoints, standings } from '../../data/league.ts'
import { currentUser } from '../../data/user.ts'
import { change, changeTone, figure } from '../../ui/figure.ts'
import { later, lazyScreen } from '../../ui/lazy.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { Table } from '../../ui/table/table.tsx'
import { SignMark } from '../../ui/table/table-row.tsx'
import { dayText, weekdayLetter } from '../../ui/time/day-text.ts'
import { lastUpdatedText } from '../../ui/time/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { DataScreen, QueryResult } from '../data-screen/data-screen.tsx'
import { standingsColumns, standingsRowState } from '../standings/columns.ts'
import { GoalLamp } from '../standings/goal-lamp.tsx'
import { comingUp } from './coming-up.ts'
import { homeArt, LEAGUE_COLUMNS, leagueTitle, myLine, TAGLINE, UNRANKED } from './my-line.ts'
import './home-screen.css'
import './landing.css'

/** Who is ahead, in a sentence; before the season no one is. */
const leaderSentence = (teams: readonly Team[]): string => {
  if (isUnranked(teams)) return 'No one has points yet.'
  const most = Math.max(...teams.map(({ totalScore }) => totalScore ?? 0))
  const leaders = teams.filter(({ totalScore }) => (totalScore ?? 0) === most).map(({ name }) => name)
  return `${listed(leaders)} ${leaders.length === 1 ? 'leads' : 'lead'} with ${figure(most)} points.`
}

/** What somebody without a team finds in the place of the line of their team. */
function Newcomer({ teams }: { readonly teams: readonly Team[] }) {
  const settings = useQuery(leagueSettings())
  const now = useNow().getTime()
  const league = settings.data ? leagueOfSettings(settings.data) : null
  return (
    <section className="stack" aria-labelledby="newcomer">
      <h2 id="newcomer">Welcome to the pool</h2>
      <p>
        A private fantasy hockey league of {teams.length} teams. {leaderSentence(teams)}
      </p>
      <p className="newcomer-event">{league && comingUp(league, now)[0]}</p>
      <p>You don't have a team yet. Ask the league's admin.</p>
    </section>
  )
}

const BARS_HEIGHT = 30
/** Also of a day without points. */
const LEAST = 1

interface DayBar {
  readonly day: string
  readonly letter: string
  readonly points: number
  /** From the top of the bars' room to the bar's, and its height; a loss hangs below the line of nothing. */
  readonly y: number
  readonly height: number
}

interface WeekBars {
  readonly bars: readonly DayBar[]
  /** The same for readers. */
  readonly words: string
}

/** Null while there are no days to show. */
const weekBars = (days: readonly DayPoints[]): WeekBars | null => {
  if (days.length === 0) return null
  const most = Math.max(0, ...days.map(({ points }) => points))
  const least = Math.min(0, ...days.map(({ points }) => points))
  const scale = (BARS_HEIGHT - LEAST) / (most - least || 1)
  const bars = days.map(({ day, points }) => ({
    day,
    points,
    letter: weekdayLetter(day),
    y: (most - Math.max(0, points)) * scale,
    height: Math.abs(points) * scale + LEAST,
  }))
  return {
    bars,
    words: `Points by day: ${days.map(({ day, points }) => `${dayText(day)} ${change(points)}`).join(', ')}`,
  }
}

/** The points of the last seven days; their room is there before the figures are. */
function WeekChart({ teamId }: { readonly teamId: number }) {
  const { data } = useQuery(recentPoints(teamId))
  const week = weekBars(data ?? [])
  return (
    <div className="week">
      {week && (
        <div className="week-bars" role="img" aria-label={week.words}>
          {week.bars.map(({ day, letter, points, y, height }) => (
            <span key={day} className="week-day">
              <span className={changeTone(points) ?? undefined}>{change(points)}</span>
              <svg viewBox={`0 0 1 ${BARS_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
                <rect className={points < 0 ? 'lost' : undefined} width="1" y={y} height={height} />
              </svg>
              <span className="muted">{letter}</span>
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

interface MyLineProps {
  readonly user: User & { readonly teamId: number }
  readonly teams: readonly Team[]
}

/** How the member's team does; the first frame draws the same. */
function MyLineSection({ user, teams }: MyLineProps) {
  const team = teams.find(({ id }) => id === user.teamId)
  if (!team) return null
  return (
    <section className="my-line" aria-labelledby="my-line">
      <h2 id="my-line">
        <OwnLink className="reach" href={`/teams/${team.id}`}>
          {team.name}
        </OwnLink>
      </h2>
      <p className="dotted my-line-figures">
        {myLine(teams, team.id).map(({ text, tone, sign }, index) => (
          <span key={text} className="dotted-part">
            {index > 0 && <span className="dot"> · </span>}
            <span className={tone ?? undefined}>{text}</span>
            {sign && <SignMark sign={sign} />}
          </span>
        ))}
      </p>
      {isUnranked(teams) ? (
        <p className="muted">{UNRANKED}</p>
      ) : (
        hasFeature(user, 'recent-points') && <WeekChart teamId={team.id} />
      )}
    </section>
  )
}

const MemberNews = lazyScreen(async () => (await import('./member-news.tsx')).MemberNews)

const TonightLine = later(async () => (await import('../tonight/tonight-line.tsx')).TonightLine)

/** Below a newcomer's few sentences; that it could not be loaded is nothing to tell. */
const LeagueNews = later(async () => (await import('../standings/standings-extras.tsx')).StandingsNews)

interface LeagueProps {
  readonly teams: readonly Team[]
  readonly ownTeamId: number | null | undefined
}

/** The standings in short. */
function League({ teams, ownTeamId }: LeagueProps) {
  const columns = useMemo(() => standingsColumns(ownTeamId, teams).slice(0, LEAGUE_COLUMNS), [ownTeamId, teams])
  return (
    <section className="home-league" aria-labelledby="home-league">
      <h2 id="home-league">{leagueTitle}</h2>
      <Table
        label={leagueTitle}
        columns={columns}
        rows={teams}
        rowKey={({ id }) => id}
        rowState={(team) => standingsRowState(team, ownTeamId)}
      />
      <OwnLink className="button plain" href="/standings">
        All standings
      </OwnLink>
    </section>
  )
}

/** A member's start page: how their team does before anything is tapped, and what there is to do. */
function Home({ user }: { readonly user: User }) {
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
                {hasFeature(user, 'tonight') && (
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

/** The start page of a visitor: how to log in. */
const Landing = () => (
  <div className="landing">
    <picture className="landing-art">
      <source media="(max-aspect-ratio: 1/1)" srcSet="/art/landing-narrow.svg" />
      <img src="/art/landing.svg" alt="Centre ice on a rink night: a stick and a puck on the red line" />
    </picture>
    <div className="landing-words">
      <h1 tabIndex={-1}>Fantasy League with Tradition. Since 1995.</h1>
      <p>Click top right corner to log in.</p>
    </div>
  </div>
)

/** The start page: a member's home, or what a visitor is greeted with. */
export function Start() {
  const { data: user, isPending } = useQuery(currentUser())
  if (user) return <Home user={user} />
  // The picture's ground alone: a member must not see the visitor's page flash by.
  return isPending ? <div className="landing" /> : <Landing />
}
