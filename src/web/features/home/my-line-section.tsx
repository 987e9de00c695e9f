import { useQuery } from '@tanstack/react-query'
import type { Team } from '#contract/stats'
import { offers, type User } from '#contract/user'
import { isUnranked } from '#rules/standings'
import { recentTotals } from '../../data/stats.ts'
import { change, changeTone } from '../../ui/figure.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { SignMark } from '../../ui/table/sign-mark.tsx'
import { myLine, UNRANKED } from './my-line.ts'
import { BARS_HEIGHT, weekBars } from './week-chart.ts'

/** The points of the last seven days; their room is there before the figures are. */
function WeekChart({ teamId }: { readonly teamId: number }) {
  const { data } = useQuery(recentTotals(teamId))
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
              <span>{letter}</span>
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
