import type { Dice } from './dice.ts'
import { type Goal, type Lineup, REGULATION_SECONDS } from './game.ts'
import type { SimGame, SimGoalieLine } from './lines.ts'

interface Situation {
  readonly side: 0 | 1
  readonly goals: readonly Goal[]
  readonly winner: 0 | 1
  readonly winning: Goal | undefined
  readonly lastPeriod: SimGame['lastPeriod']
  readonly seconds: number
  /** Of this side's goalies. */
  readonly assists: number
}

const PULLED = 0.34
const HURT = 0.012

/** When the starter leaves: after a fourth or fifth goal against, or hurt; null when he plays to the end. */
function leavesAt(against: readonly Goal[], throws: Dice): number | null {
  const last = against[throws.chance(0.6) ? 3 : 4]
  if (last && last.second < REGULATION_SECONDS * 0.8 && throws.chance(PULLED)) return last.second
  return throws.chance(HURT) ? throws.next() * REGULATION_SECONDS : null
}

/** The goalies of one side. The decision belongs to the one in the net when the winning goal fell, or at the end. */
export function goalieLines(lineup: Lineup, situation: Situation, throws: Dice): SimGoalieLine[] {
  const { side, goals, winner, winning, lastPeriod, seconds } = situation
  const against = goals.filter((goal) => goal.side !== side)
  const leaves = leavesAt(against, throws)
  const decidedAt = winning?.second ?? seconds
  const won = winner === side
  const line = (playerId: number, started: boolean, decides: boolean, toiSeconds: number): SimGoalieLine => ({
    kind: 'goalie',
    playerId,
    started,
    wins: decides && won ? 1 : 0,
    losses: decides && !won && lastPeriod === 'REG' ? 1 : 0,
    overtimeLosses: decides && !won && lastPeriod !== 'REG' ? 1 : 0,
    shutouts: leaves === null && against.length === 0 ? 1 : 0,
    assists: started ? situation.assists : 0,
    goals: 0,
    toiSeconds: Math.max(1, Math.round(toiSeconds)),
  })
  if (leaves === null) return [line(lineup.starter.id, true, true, seconds - throws.int(90))]
  return [
    line(lineup.starter.id, true, decidedAt <= leaves, leaves),
    line(lineup.backup.id, false, decidedAt > leaves, seconds - leaves),
  ]
}
