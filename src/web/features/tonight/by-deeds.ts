import { isAhead } from '#rules/tonight'
import type { Played } from './live-players.ts'
import { isOn } from './night-words.ts'

const isScratched = ({ line }: Played): number => (line.scratched ? 1 : 0)

/** Of players with as many points: those who play, those still to play, those who have played. */
const stage = ({ game }: Played): number => (isOn(game) ? 0 : isAhead(game.state) ? 1 : 2)

/** The best first, and the scratched last. */
export const byDeeds = (one: Played, other: Played): number =>
  isScratched(one) - isScratched(other) ||
  other.line.points - one.line.points ||
  stage(one) - stage(other) ||
  one.game.start.localeCompare(other.game.start) ||
  one.line.name.localeCompare(other.line.name)
