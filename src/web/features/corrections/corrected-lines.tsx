import './correction-list.css'
import { useQuery } from '@tanstack/react-query'
import type { CorrectedLine } from '#contract/corrections'
import { seasonNhlCorrections } from '../../data/history.ts'
import { change, changeTone } from '../../ui/figure.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { dayText } from '../../ui/time/day-text.ts'
import { instantText } from '../../ui/time/instant-text.ts'
import { inSeason } from '../season/season-choice.ts'

interface CorrectedLinesProps {
  readonly lines: readonly CorrectedLine[]
  /** A season that is over, of all its teams; otherwise the lines are of one team, whose name says nothing new. */
  readonly seasonId?: number
}

/** What the NHL corrected: in which game, what, when it was taken in, and what it did to the player's points. */
export const CorrectedLines = ({ lines, seasonId }: CorrectedLinesProps) => (
  <ul className="corrections" aria-label="Corrected statistics">
    {lines.map(({ publishedAt, gameDate, player, team, changes, pointsBefore, pointsAfter }) => (
      <li key={`${publishedAt} ${gameDate} ${player.id}`}>
        <p className="correction-what">
          {seasonId !== undefined && team && (
            <>
              <OwnLink href={inSeason(`/teams/${team.id}`, seasonId)}>{team.shortName}</OwnLink>:{' '}
            </>
          )}
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

/** Of a season that is over, a tap away. */
export function SeasonNhlCorrections({ seasonId }: { readonly seasonId: number }) {
  const { data = [] } = useQuery(seasonNhlCorrections(seasonId))
  if (data.length === 0) return null
  return (
    <details className="season-corrections">
      <summary>{data.length === 1 ? 'One correction by the NHL' : `${data.length} corrections by the NHL`}</summary>
      <CorrectedLines lines={data} seasonId={seasonId} />
    </details>
  )
}
