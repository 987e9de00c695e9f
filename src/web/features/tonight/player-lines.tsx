import type { GameTonight, LineTonight } from '#contract/tonight'
import { isAhead, isCalledOff } from '#rules/tonight'
import { change, changeTone, MISSING } from '../../ui/figure.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { lineKey } from './night-changes.ts'
import { deedsText, isOn, scoreText, stateText } from './night-words.ts'
import { Provisional } from './provisional.tsx'

/** A line with its game. */
export interface Played {
  readonly line: LineTonight
  readonly game: GameTonight
}

const isScratched = ({ line }: Played): number => (line.scratched ? 1 : 0)

/** Being played, still to be played, or neither. */
export const stageOf = (game: GameTonight): number => (isOn(game) ? 0 : isAhead(game.state) ? 1 : 2)

/** The best first, and the scratched last; of as many points those who play, then those still to play. */
export const byDeeds = (one: Played, other: Played): number =>
  isScratched(one) - isScratched(other) ||
  other.line.points - one.line.points ||
  stageOf(one.game) - stageOf(other.game) ||
  one.game.start.localeCompare(other.game.start) ||
  one.line.name.localeCompare(other.line.name)

export const playedBy = (lines: readonly LineTonight[], games: readonly GameTonight[]): Played[] => {
  const gameOf = new Map(games.map((game) => [game.id, game]))
  return lines.flatMap((line) => {
    const game = gameOf.get(line.gameId)
    return game ? [{ line, game }] : []
  })
}

interface PlayerLinesProps {
  readonly played: readonly Played[]
  /** What stands below a player's name. */
  readonly note: (played: Played) => string
}

export const gameNote = ({ game }: Played): string => `${scoreText(game)} · ${stateText(game)}`

/** Players, each with what they did and what it is worth. */
export const PlayerLines = ({ played, note }: PlayerLinesProps) => (
  <ul className="night-players">
    {played.map(({ line, game }, index) => {
      const hasBegun = !isAhead(game.state) && !isCalledOff(game.state)
      const did = [deedsText(line), line.scratched && 'scratched'].filter(Boolean).join(' · ')
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place keeps its row, so that nothing moves when players change places
        <li key={index} className={line.scratched ? 'scratched' : undefined}>
          <OwnLink className="night-player" href={`/players/${line.playerId}`}>
            <span className="night-name">{line.name}</span>
            <Provisional
              isNew={({ lines }) => lines.has(lineKey(line))}
              tone={line.scratched ? null : changeTone(line.points)}
            >
              {hasBegun ? change(line.points) : MISSING}
            </Provisional>
            <small className="night-deeds">
              <span>{note({ line, game })}</span> <span className="night-did">{did}</span>
            </small>
          </OwnLink>
        </li>
      )
    })}
  </ul>
)
