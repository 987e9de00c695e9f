import './standings-extras.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Team } from '#contract/stats'
import { lastNight } from '#rules/standings'
import { leagueSettings, players, trades } from '../../data/league.ts'
import { change, changeTone } from '../../ui/figure.ts'
import { useWideWindow } from '../../ui/first-paint.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { useNow } from '../../ui/use-now.ts'
import { SeasonSelect, useSeasonChoice } from '../season/season-choice.tsx'
import { LatestList, newest, tradeLine } from '../transactions/latest.tsx'
import { GoalLamp } from './goal-lamp.tsx'

/** Leads from what is on to how an earlier season ended. */
function EarlierSeasons() {
  const choice = useSeasonChoice()
  const navigate = useNavigate()
  const choose = (seasonId: number | null) => {
    if (seasonId !== null) void navigate({ to: '/history/$seasonId', params: { seasonId: String(seasonId) } })
  }
  return <SeasonSelect choice={{ ...choice, seasonId: null, choose }} />
}

const SHOWN = 5

interface Mover {
  readonly href: string
  readonly name: string
  readonly by: number
}

/** Who gained most by the last official update; teams without a gain are left out. */
const topOf = (all: readonly Mover[]): Mover[] =>
  all
    .filter(({ by }) => by > 0)
    .sort((one, other) => other.by - one.by)
    .slice(0, SHOWN)

const Movers = ({ movers }: { readonly movers: readonly Mover[] }) => (
  <ol className="list">
    {movers.map(({ href, name, by }) => (
      <li key={href}>
        <OwnLink className="spread" href={href}>
          <span>{name}</span>
          <span className={changeTone(by) ?? undefined}>{change(by)}</span>
        </OwnLink>
      </li>
    ))}
  </ol>
)

/** Beside the standings of a wide window: what moved last night, and the newest trades. */
export function StandingsNews({ teams }: { readonly teams: readonly Team[] }) {
  const made = useQuery(trades())
  const { data: settings } = useQuery(leagueSettings())
  const now = useNow().getTime()
  const isOver = settings?.tradingEndTime != null && Date.parse(settings.tradingEndTime) <= now
  const client = useQueryClient()
  // A list of hundreds is not fetched for this; it is there for a member who has looked at it.
  const known = (['skater', 'goalie'] as const).flatMap((type) => client.getQueryData(players(type).queryKey) ?? [])
  const movingTeams = topOf(
    teams.map((team) => ({ href: `/teams/${team.id}`, name: team.name, by: lastNight(team) ?? 0 })),
  )
  const movingPlayers = topOf(
    known.map(({ id, name, pointsDiffPrevious }) => ({ href: `/players/${id}`, name, by: pointsDiffPrevious ?? 0 })),
  )
  const latest = newest((made.data ?? []).filter(({ correction }) => !correction?.undone).map(tradeLine), SHOWN)
  return (
    <aside className="stack standings-news" aria-label="News">
      <section className="part">
        <h2>Last night</h2>
        {movingTeams.length > 0 ? (
          <Movers movers={movingTeams} />
        ) : (
          <p className="muted">The biggest gains appear here after each official update.</p>
        )}
        {movingPlayers.length > 0 && <Movers movers={movingPlayers} />}
      </section>
      {made.data && (
        <section className="part">
          <h2>Newest trades</h2>
          {latest.length > 0 ? (
            <LatestList lines={latest} />
          ) : (
            <p className="muted">
              {isOver ? 'There were no trades this season.' : 'Trades show here as they are made.'}
            </p>
          )}
        </section>
      )}
    </aside>
  )
}

interface StandingsExtrasProps {
  readonly teams: readonly Team[]
  readonly ownTeamId: number | null | undefined
}

/** The lamp, in a wide window the news in the room reserved for them, and the way to earlier seasons. */
export function StandingsExtras({ teams, ownTeamId }: StandingsExtrasProps): ReactNode {
  const isWide = useWideWindow()
  return (
    <>
      <GoalLamp key={ownTeamId} total={teams.find(({ id }) => id === ownTeamId)?.totalScore} />
      {isWide && <StandingsNews teams={teams} />}
      <EarlierSeasons />
    </>
  )
}
