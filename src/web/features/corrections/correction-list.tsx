import './correction-list.css'
import type { ReactNode } from 'react'
import type { Correction } from '#contract/corrections'
import { change, changeTone, figure } from '../../ui/figure.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { instantText } from '../../ui/time/instant-text.ts'
import { inSeason } from '../season/season-choice.ts'

const gained = ({ before, after }: Correction): number => after.totalScore - before.totalScore

interface CorrectionListProps {
  readonly label: string
  readonly corrections: readonly Correction[]
  /** On the page of the team itself its name says nothing new. */
  readonly isOfOneTeam?: boolean
  /** A season that is over, in which the links stay. */
  readonly seasonId?: number | null
  /** What may be done with one. */
  readonly children?: (correction: Correction) => ReactNode
}

/** What was put right: what, why, by whom, and what it did to the total. */
export const CorrectionList = ({
  label,
  corrections,
  isOfOneTeam = false,
  seasonId = null,
  children,
}: CorrectionListProps) => (
  <ul className="corrections" aria-label={label}>
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
        <p className="correction-figures">
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
