import { addDays, type Instant } from '#rules/calendar'
import { type Dice, dice } from './dice.ts'
import type { Fixture } from './game-calendar.ts'
import { nhlInstant } from './game-calendar.ts'
import type { SimGame, SimLine, SimSkaterLine } from './lines.ts'

/** The NHL looks at its games again: about every second game day one goal goes to another player. */
const SHARE_OF_GAMES = 0.08
const HOUR_NEXT_DAY = 10
/** Once in a while it looks again much later. */
const SHARE_OF_LATE = 0.02
export const DAYS_LATE = 12

/** When the correction of a game is known, if it gets one. */
export const correctedAt = ({ date }: Fixture): Instant => nhlInstant(addDays(date, 1), HOUR_NEXT_DAY)

/** When the late correction of a game is known, if it gets one. */
export const correctedLateAt = ({ date }: Fixture): Instant => nhlInstant(addDays(date, DAYS_LATE), HOUR_NEXT_DAY)

/** The game with a goal that was in fact tipped in by the player credited with the assist; null when nothing changes. */
export function correctedGame(game: SimGame): SimGame | null {
  const throws = dice(game.id, 'correction')
  return throws.chance(SHARE_OF_GAMES) ? withAnother(game, throws) : null
}

/** The game with its late correction on top of the other; null when nothing changes. */
export function lateCorrectedGame(game: SimGame): SimGame | null {
  const throws = dice(game.id, 'late correction')
  return throws.chance(SHARE_OF_LATE) ? withAnother(correctedGame(game) ?? game, throws) : null
}

function withAnother(game: SimGame, throws: Dice): SimGame | null {
  const [first, second] = throws.shuffle(['home', 'away'] as const)
  for (const side of [first, second]) {
    const corrected = side && withAnotherScorer(game, side)
    if (corrected) return corrected
  }
  return null
}

/** The scorer and who had the first assist change places in one goal. Winning goals stay as they are. */
function withAnotherScorer(game: SimGame, side: 'home' | 'away'): SimGame | null {
  const skater = (id: number | undefined): SimSkaterLine | undefined =>
    game[side].lines.find((line): line is SimSkaterLine => line.kind === 'skater' && line.playerId === id)
  const goal = game.goals.find((each) => {
    const plain = each.side === side && each.strength === 'ev' && skater(each.scorer)?.gameWinningGoals === 0
    return plain && skater(each.assists[0]) !== undefined
  })
  const [passer, ...others] = goal?.assists ?? []
  if (!goal || passer === undefined) return null
  const { scorer } = goal
  const corrected = { ...goal, scorer: passer, assists: [scorer, ...others] }
  return {
    ...game,
    goals: game.goals.map((each) => (each === goal ? corrected : each)),
    [side]: { ...game[side], lines: game[side].lines.map((line) => withGoalOf(line, scorer, passer)) },
  }
}

const withGoalOf = (line: SimLine, scorer: number, passer: number): SimLine => {
  if (line.playerId === scorer) return { ...line, goals: line.goals - 1, assists: line.assists + 1 }
  if (line.playerId === passer) return { ...line, goals: line.goals + 1, assists: line.assists - 1 }
  return line
}
