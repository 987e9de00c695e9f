import { useQuery } from '@tanstack/react-query'
import type { Team } from '#contract/stats'
import { offers, type User } from '#contract/user'
import { isUnranked } from '#rules/standings'
import { recentTotals } from '../../data/stats.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { SignMark } from '../../ui/table/sign-mark.tsx'
import { myLine, UNRANKED } from './my-line.ts'
import { weekChart } from './week-chart.ts'

/** The last seven days of the total; its room is there before the figures are. */
function WeekChart({ teamId }: { readonly teamId: number }) {
  const { data } = useQuery(recentTotals(teamId))
  const chart = weekChart(data ?? [])
  return (
    <div className="week">
      {chart && (
        <svg
          className="week-chart"
          viewBox={chart.viewBox}
          preserveAspectRatio="none"
          role="img"
          aria-label={chart.words}
        >
          <polyline points={chart.points} />
        </svg>
      )}
    </div>
  )
}

interface MyLineProps {
  readonly user: User & { readonly teamId: number }
  readonly teams: readonly Team[]
}

/** How the member's team does; the first frame draws the same. */
export function MyLineSection({ user, teams }: MyLineProps) {
  const team = teams.find(({ id }) => id === user.teamId)
  if (!team) return null
  return (
    <section className="my-line" aria-labelledby="my-line">
      <h2 id="my-line">
        <OwnLink href={`/teams/${team.id}`}>{team.name}</OwnLink>
      </h2>
      <p className="my-line-figures">
        {myLine(teams, team.id).map(({ text, tone, sign }, index) => (
          <span key={text} className="my-line-part">
            {index > 0 && <span className="my-line-dot"> · </span>}
            <span className={tone ?? undefined}>{text}</span>
            {sign && <SignMark sign={sign} />}
          </span>
        ))}
      </p>
      {isUnranked(teams) ? (
        <p className="home-empty">{UNRANKED}</p>
      ) : (
        offers(user, 'recent-totals') && <WeekChart teamId={team.id} />
      )}
    </section>
  )
}
