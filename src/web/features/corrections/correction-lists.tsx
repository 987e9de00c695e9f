import './correction-lists.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CorrectedLine, Correction } from '#contract/corrections'
import { corrections, teamCorrections } from '../../data/corrections.ts'
import { seasonCorrections, seasonNhlCorrections } from '../../data/history.ts'
import { Section } from '../../ui/card.tsx'
import { change, changeTone, figure } from '../../ui/figure.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { dayText } from '../../ui/time/day-text.ts'
import { instantText } from '../../ui/time/instant-text.ts'
import { inSeason } from '../season/season-choice.tsx'

// What all members see of corrections: those of admins, and those of the NHL.

const gained = ({ before, after }: Correction): number => after.totalScore - before.totalScore

interface CorrectionListProps {
  readonly corrections: readonly Correction[]
  /** On the page of the team itself its name says nothing new. */
  readonly isOfOneTeam?: boolean
  /** A season that is over, in which the links stay. */
  readonly seasonId?: number | null
  /** What may be done with one. */
  readonly children?: (correction: Correction) => ReactNode
}

/** What was corrected, why and by whom, and what that did to the total. */
export const CorrectionList = ({
  corrections,
  isOfOneTeam = false,
  seasonId = null,
  children,
}: CorrectionListProps) => (
  <ul className="ruled corrections" aria-label="Corrections">
    {corrections.map((each) => (
      <li key={each.nr} className={each.undoneBy == null ? undefined : 'undone'}>
        <p className="correction-what">
          {!isOfOneTeam && (
            <>
              <OwnLink href={inSeason(`/teams/${each.team.id}`, seasonId)}>{each.team.shortName}</OwnLink>:{' '}
            </>
          )}
          {each.what}
        </p>
        <p>
          “{each.reason}” <small>{each.by}</small>
        </p>
        <p className="wrap spread">
          <small>
            No. {each.nr}, {instantText(each.at)}
            {each.undoneBy != null && `, undone by no. ${each.undoneBy}`}
          </small>
          <span>
            Total {figure(each.before.totalScore, 2)} → {figure(each.after.totalScore, 2)}{' '}
            <b className={changeTone(gained(each), 2) ?? undefined}>{change(gained(each), 2)}</b>
          </span>
        </p>
        {children?.(each)}
      </li>
    ))}
  </ul>
)

interface CorrectedLinesProps {
  readonly lines: readonly CorrectedLine[]
  /** A season that is over, of all its teams; otherwise the lines are of one team, whose name says nothing new. */
  readonly seasonId?: number
}

/** What the NHL corrected: in which game, what, when it was taken in, and what it did to the player's points. */
const CorrectedLines = ({ lines, seasonId }: CorrectedLinesProps) => (
  <ul className="ruled corrections" aria-label="Corrected statistics">
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
        <p className="wrap spread">
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

const Folded = ({ summary, children }: { readonly summary: string; readonly children: ReactNode }) => (
  <details>
    <summary className="text-button tap-line inset">{summary}</summary>
    {children}
  </details>
)

/** Of a season that is over, a tap away. */
export function SeasonNhlCorrections({ seasonId }: { readonly seasonId: number }) {
  const { data = [] } = useQuery(seasonNhlCorrections(seasonId))
  if (data.length === 0) return null
  return (
    <Folded summary={data.length === 1 ? 'One correction by the NHL' : `${data.length} corrections by the NHL`}>
      <CorrectedLines lines={data} seasonId={seasonId} />
    </Folded>
  )
}

/** What a correction was about in the end: of one that undoes, what the first of them was about. */
const rootKind = (all: readonly Correction[], one: Correction): Correction['kind'] => {
  const undone = all.find(({ nr }) => nr === one.undoes)
  return undone ? rootKind(all, undone) : one.kind
}

const isLineup = (kind: Correction['kind']): boolean => kind === 'scratch' || kind === 'dress'

interface SeasonCorrectionsProps {
  readonly of: 'trades' | 'lineups'
  /** A season that is over; null for the one that is on. */
  readonly seasonId: number | null
}

/** Above the list of trades, or that of roster changes: the corrections that belong to it, a tap away. */
export function SeasonCorrections({ of, seasonId }: SeasonCorrectionsProps) {
  const { data = [] } = useQuery(seasonId === null ? corrections() : seasonCorrections(seasonId))
  const own = data.filter((each) => isLineup(rootKind(data, each)) === (of === 'lineups'))
  if (own.length === 0) return null
  return (
    <Folded
      summary={own.length === 1 ? 'One correction, with its reason' : `${own.length} corrections, with their reasons`}
    >
      <CorrectionList corrections={own} seasonId={seasonId} />
    </Folded>
  )
}

interface OfTeamProps {
  readonly corrections: readonly Correction[]
  /** What the admins' corrections did to the total. */
  readonly sum: number
  readonly lines: readonly CorrectedLine[]
}

const OfTeam = ({ corrections, sum, lines }: OfTeamProps) =>
  corrections.length + lines.length === 0 ? null : (
    <Section className="part team-part" title="Corrections">
      {corrections.length > 0 && (
        <>
          <p className="note">
            An admin corrected this team's total by <b className={changeTone(sum, 2) ?? undefined}>{change(sum, 2)}</b>{' '}
            in all, by the figures of that time.
          </p>
          <CorrectionList corrections={corrections} isOfOneTeam />
        </>
      )}
      {lines.length > 0 && <CorrectedLines lines={lines} />}
    </Section>
  )

/** What of a team's score was corrected: by an admin, with the sum, and by the NHL. */
export function TeamCorrections({ teamId }: { readonly teamId: number }) {
  const { data } = useQuery(teamCorrections(teamId))
  return data ? <OfTeam {...data} /> : null
}

/** The same of a season that is over. */
export function PastTeamCorrections({ teamId, seasonId }: { readonly teamId: number; readonly seasonId: number }) {
  const { data: made = [] } = useQuery(seasonCorrections(seasonId))
  const { data: late = [] } = useQuery(seasonNhlCorrections(seasonId))
  const own = made.filter(({ team }) => team.id === teamId)
  const lines = late.filter(({ team }) => team?.id === teamId)
  return <OfTeam corrections={own} sum={own.reduce((sum, each) => sum + gained(each), 0)} lines={lines} />
}
