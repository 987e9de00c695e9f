import type { GameTonight } from '#contract/tonight'
import { isAhead } from '#rules/tonight'
import type { Played } from './live-players.ts'
import { isOn } from './night-words.ts'

const isScratched = ({ line }: Played): number => (line.scratched ? 1 : 0)

/** Being played, still to be played, or neither. */
export const stageOf = (game: GameTonight): number => (isOn(game) ? 0 : isAhead(game.state) ? 1 : 2)

/** The best first, and the scratched last. */
export const byDeeds = (one: Played, other: Played): number =>
  isScratched(one) - isScratched(other) ||
  other.line.points - one.line.points ||
  stageOf(one.game) - stageOf(other.game) ||
  one.game.start.localeCompare(other.game.start) ||
  one.line.name.localeCompare(other.line.name)
