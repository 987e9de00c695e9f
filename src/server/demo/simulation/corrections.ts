import { addDays, type Instant } from '#rules/calendar'
import { type Dice, dice } from './dice.ts'
import type { Fixture } from './game-calendar.ts'
import { nhlInstant } from './game-calendar.ts'
import type { SimGame, SimLine, SimSide, SimSkaterLine } from './lines.ts'

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
    const corrected = side && withAnotherScorer(game[side])
    if (side && corrected) return { ...game, [side]: corrected }
  }
  return null
}

/** Every goal that is not a plain one may have been any of the others. */
const hasPlainGoal = (line: SimLine): line is SimSkaterLine =>
  line.kind === 'skater' && line.goals > line.powerPlayGoals + line.shortHandedGoals + line.gameWinningGoals

function withAnotherScorer(side: SimSide): SimSide | null {
  const scorer = side.lines.find(hasPlainGoal)
  const passer = side.lines.find((line) => line.kind === 'skater' && line.assists > 0 && line !== scorer)
  if (!scorer || !passer) return null
  return {
    ...side,
    lines: side.lines.map((line) => {
      if (line === scorer) return { ...scorer, goals: scorer.goals - 1, assists: scorer.assists + 1 }
      if (line === passer) return { ...passer, goals: passer.goals + 1, assists: passer.assists - 1 }
      return line
    }),
  }
}
