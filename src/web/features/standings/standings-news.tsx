import './standings-news.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Team } from '#contract/stats'
import { leagueSettings } from '../../data/league.ts'
import { players } from '../../data/stats.ts'
import { trades } from '../../data/trading.ts'
import { change, changeTone } from '../../ui/figure.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { useNow } from '../../ui/use-now.ts'
import { LatestList, newest, tradeLine } from '../transactions/latest.tsx'

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
  <ol className="list movers">
    {movers.map(({ href, name, by }) => (
      <li key={href}>
        <OwnLink href={href}>{name}</OwnLink>
        <span className={changeTone(by) ?? undefined}>{change(by)}</span>
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
    teams.map(({ id, name, scoreDiffPrevious }) => ({ href: `/teams/${id}`, name, by: scoreDiffPrevious ?? 0 })),
  )
  const movingPlayers = topOf(
    known.map(({ id, name, pointsDiffPrevious }) => ({ href: `/players/${id}`, name, by: pointsDiffPrevious ?? 0 })),
  )
  const latest = newest((made.data ?? []).filter(({ correction }) => !correction?.undone).map(tradeLine), SHOWN)
  return (
    <aside className="standings-news" aria-label="News">
      <section>
        <h2>Last night</h2>
        {movingTeams.length > 0 ? (
          <Movers movers={movingTeams} />
        ) : (
          <p className="muted">The biggest gains appear here after each official update.</p>
        )}
        {movingPlayers.length > 0 && <Movers movers={movingPlayers} />}
      </section>
      {made.data && (
        <section>
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
