import { type ReactNode, useId } from 'react'
import type { TeamTonight, Tonight } from '#contract/tonight'
import { change, changeTone } from '../../ui/figure.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { byDeeds } from './by-deeds.ts'
import { playedBy } from './live-players.ts'
import { nightParts } from './night-lines.ts'
import { isGameNight } from './night-words.ts'
import { gameNote, PlayerLines } from './player-lines.tsx'
import { Provisional, ProvisionalMark } from './provisional.tsx'

interface MyNightProps {
  readonly night: Tonight
  readonly team: TeamTonight
  /** Below the figures. */
  readonly children?: ReactNode
}

/** What the night has brought the member's team so far, in a line. */
const NightFigures = ({ night, team }: Omit<MyNightProps, 'children'>) => (
  <div className="night-figures">
    <p className="my-line-figures">
      <span className="my-line-part">
        <Provisional isNew={({ teams }) => teams.has(team.teamId)} tone={changeTone(team.points)}>
          {change(team.points)}
        </Provisional>
        {' tonight'}
      </span>
      {nightParts(night, team).map((part) => (
        <span key={part} className="my-line-part">
          <span className="my-line-dot"> · </span>
          {part}
        </span>
      ))}
    </p>
  </div>
)

/** The member's team: what it has so far, and its players who play. */
export function MyNight({ night, team, children }: MyNightProps) {
  const heading = useId()
  const isTonight = isGameNight(night)
  const played = playedBy(
    night.lines.filter(({ teamId }) => teamId === team.teamId),
    night.games,
  ).sort(byDeeds)
  return (
    <section className="my-night" aria-labelledby={heading}>
      <h2 id={heading}>
        <OwnLink href={`/teams/${team.teamId}`}>{team.name}</OwnLink> {isTonight && <ProvisionalMark />}
      </h2>
      {isTonight && <NightFigures night={night} team={team} />}
      {children}
      {played.length > 0 ? (
        <PlayerLines played={played} note={gameNote} />
      ) : (
        <p className="night-empty">{`None of your players has a game ${isTonight ? 'tonight' : 'that day'}.`}</p>
      )}
    </section>
  )
}
