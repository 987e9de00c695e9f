import { useState } from 'react'
import type { GameTonight, LineTonight, Tonight } from '#contract/tonight'
import { Section } from '../../ui/card.tsx'
import { change, changeTone, MISSING } from '../../ui/figure.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { dayName } from '../../ui/time/day-text.ts'
import { bestFirst, type Played, playedBy } from './live-players.tsx'
import { lineKey, scoreKey, scoreText } from './night-lines.ts'
import { didText, hasBegun, isOn, stateText } from './night-words.ts'
import { Fresh, Provisional } from './provisional.tsx'

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
          <span className="spread">
            <strong className="night-name">{line.name}</strong>
            <Provisional
              isNew={({ lines }) => lines.has(lineKey(line))}
              tone={line.scratched ? null : changeTone(line.points)}
            >
              {hasBegun(game) ? change(line.points) : MISSING}
            </Provisional>
          </span>
          <small className="wrap spread">
            <span>{note({ line, game })}</span> <span className="night-did">{didText(line)}</span>
          </small>
        </OwnLink>
      </li>
    ))}
  </ul>
)

/** Of what is always in sight of a game. */
export const gameHeadId = ({ id }: GameTonight): string => `game-${id}`

interface GameProps {
  readonly game: GameTonight
  /** The pool's players who play in it. */
  readonly played: readonly Played[]
  readonly note: (played: Played) => string
}

/** Hundreds of players in all: those of a game are drawn once it is opened. */
function Game({ game, played, note }: GameProps) {
  const [isOpen, setIsOpen] = useState(false)
  const head = (
    <>
      {[game.away, game.home].map(({ club, score }, index) => (
        <span key={club} className="game-club">
          {index > 0 && <span className="quiet">{score == null ? ' at ' : ', '}</span>}
          <span>{club}</span>{' '}
          {score != null && <Fresh isNew={({ scores }) => scores.has(scoreKey(game.id, club))}>{score}</Fresh>}
        </span>
      ))}{' '}
      <span className="game-about">
        <span className={isOn(game) ? 'loss' : undefined}>{stateText(game)}</span>{' '}
        {played.length > 0 && <small className="own-line game-pool">{`${played.length} in the pool`}</small>}
      </span>
    </>
  )
  const id = gameHeadId(game)
  if (played.length === 0)
    return (
      <div id={id} className="wrap game-head" tabIndex={-1}>
        {head}
      </div>
    )
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary id={id} className="wrap game-head opens">
        {head}
      </summary>
      {isOpen && <PlayerLines played={played} note={note} />}
    </details>
  )
}

/** The games with how they stand, and of each the pool's players with their teams. */
export function GamesTonight({ night }: { readonly night: Tonight }) {
  const { games, lines, teams, date, today } = night
  const teamNames = new Map<LineTonight['teamId'], string>(teams.map(({ teamId, shortName }) => [teamId, shortName]))
  const note = ({ line }: Played) => `${teamNames.get(line.teamId) ?? ''} · ${line.club}`
  return (
    <Section className="part games-tonight" title={date === today ? 'Games' : `Games on ${dayName(date, today)}`}>
      <ul className="fields">
        {games.map((game) => {
          const own = lines.filter(({ gameId, teamId }) => gameId === game.id && teamId != null)
          return (
            <li key={game.id} className="sheet">
              <Game game={game} played={playedBy(own, [game]).sort(bestFirst)} note={note} />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
