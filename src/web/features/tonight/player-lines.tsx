import { change, changeTone, MISSING } from '../../ui/figure.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import type { Played } from './live-players.ts'
import { lineKey } from './night-changes.ts'
import { scoreText } from './night-lines.ts'
import { didText, hasBegun, stateText } from './night-words.ts'
import { Provisional } from './provisional.tsx'

interface PlayerLinesProps {
  readonly played: readonly Played[]
  /** The line below a player's name. */
  readonly note: (played: Played) => string
}

export const gameNote = ({ game }: Played): string => `${scoreText(game)} · ${stateText(game)}`

/** Players, each with what they did and what it is worth. */
export const PlayerLines = ({ played, note }: PlayerLinesProps) => (
  <ul className="sheet list night-players">
    {played.map(({ line, game }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a place keeps its row: nothing moves when players change places
      <li key={index} className={line.scratched ? 'scratched' : undefined}>
        <OwnLink className="night-player" href={`/players/${line.playerId}`}>
          <span className="night-name">{line.name}</span>
          <Provisional
            isNew={({ lines }) => lines.has(lineKey(line))}
            tone={line.scratched ? null : changeTone(line.points)}
          >
            {hasBegun(game) ? change(line.points) : MISSING}
          </Provisional>
          <small className="night-stats">
            <span>{note({ line, game })}</span> <span className="night-did">{didText(line)}</span>
          </small>
        </OwnLink>
      </li>
    ))}
  </ul>
)
