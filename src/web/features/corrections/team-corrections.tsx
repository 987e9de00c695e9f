import { useQuery } from '@tanstack/react-query'
import type { CorrectedLine } from '#contract/corrections'
import { teamCorrections } from '../../data/corrections.ts'
import { seasonCorrections } from '../../data/history.ts'
import { change, changeTone } from '../../ui/figure.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { dayText } from '../../ui/time/day-text.ts'
import { instantText } from '../../ui/time/instant-text.ts'
import { CorrectionList } from './correction-list.tsx'

const Lines = ({ lines }: { readonly lines: readonly CorrectedLine[] }) => (
  <ul className="corrections" aria-label="Corrected statistics">
    {lines.map(({ publishedAt, gameDate, player, changes, pointsBefore, pointsAfter }) => (
      <li key={`${publishedAt} ${gameDate} ${player.id}`}>
        <p className="correction-what">
          <OwnLink href={`/players/${player.id}`}>{player.name}</OwnLink>, game of {dayText(gameDate)}: {changes}
        </p>
        <p className="correction-figures">
          <small>By the NHL, in the update of {instantText(publishedAt)}</small>
          <span>
            Points {pointsBefore} → {pointsAfter}{' '}
            <b className={changeTone(pointsAfter - pointsBefore) ?? undefined}>{change(pointsAfter - pointsBefore)}</b>
          </span>
        </p>
      </li>
    ))}
  </ul>
)

/** The same of a season that is over: by an admin. */
export function PastTeamCorrections({ teamId, seasonId }: { readonly teamId: number; readonly seasonId: number }) {
  const { data = [] } = useQuery(seasonCorrections(seasonId))
  const own = data.filter(({ team }) => team.id === teamId)
  if (own.length === 0) return null
  return (
    <section className="corrections-part" aria-labelledby="team-corrections">
      <h2 id="team-corrections">Corrections</h2>
      <CorrectionList label="Corrections" corrections={own} isOfOneTeam />
    </section>
  )
}

/** What of a team's score was corrected: by an admin, with the sum, and by the NHL. */
export function TeamCorrections({ teamId }: { readonly teamId: number }) {
  const { data } = useQuery(teamCorrections(teamId))
  if (!data || data.corrections.length + data.lines.length === 0) return null
  const { sum, corrections, lines } = data
  return (
    <section className="corrections-part" aria-labelledby="team-corrections">
      <h2 id="team-corrections">Corrections</h2>
      {corrections.length > 0 && (
        <p>
          An admin corrected this team's total by <b className={changeTone(sum, 2) ?? undefined}>{change(sum, 2)}</b> in
          all, each time as it stood then.
        </p>
      )}
      <CorrectionList label="Corrections" corrections={corrections} isOfOneTeam />
      {lines.length > 0 && <Lines lines={lines} />}
    </section>
  )
}
