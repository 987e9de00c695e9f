import type { GameTonight, Tonight } from '#contract/tonight'
import { afterPaint } from '../../paint/after-paint.ts'
import { bringIntoSight } from '../../ui/bring-into-sight.ts'
import { stageOf } from './by-deeds.ts'
import { gameHeadId } from './games-tonight.tsx'
import { isOn, stateText } from './night-words.ts'

/** Those being played, then those to come, then the others; each by its start. */
const inOrder = (games: readonly GameTonight[]): GameTonight[] =>
  [...games].sort((one, other) => stageOf(one) - stageOf(other) || one.start.localeCompare(other.start))

/** `SEA 2-2 CBJ`, or without a score `SEA @ CBJ`: the visitors first. */
const chipText = ({ away, home }: GameTonight): string =>
  `${away.club} ${away.score == null || home.score == null ? '@' : `${away.score}-${home.score}`} ${home.club}`

/** Opens the game's row, brings it to the top of the window, and the focus to it. */
const openGame = (game: GameTonight): void => {
  const head = document.getElementById(gameHeadId(game))
  const details = head?.closest('details')
  if (details) details.open = true
  head?.focus({ preventScroll: true })
  // What the row opens makes the page long enough.
  afterPaint(() => head?.scrollIntoView())
}

/** All scores of the night in one row, and a way to each game. */
export const ScoreChips = ({ night }: { readonly night: Tonight }) => (
  <nav className="score-chips" aria-label="Scores">
    {inOrder(night.games).map((game) => (
      <button
        key={game.id}
        className={isOn(game) ? 'score-chip on' : 'score-chip'}
        type="button"
        onFocus={({ currentTarget }) => bringIntoSight(currentTarget)}
        onClick={() => openGame(game)}
      >
        {chipText(game)}
        <span className="quiet">{`, ${stateText(game)}`}</span>
      </button>
    ))}
  </nav>
)
