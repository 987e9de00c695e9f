import type { SimGame, SimGoal } from '../simulation/lines.ts'

// When a simulated game is played, second by second: what the arena's clock shows at which time of day.

const MINUTE_MS = 60_000

/** Minutes after the face-off from and to which a part of the game is played, and its seconds of play. */
interface Part {
  readonly period: number
  readonly type: SimGame['lastPeriod']
  readonly from: number
  readonly to: number
  readonly seconds: number
}

const period = (number: number, type: Part['type'], from: number, to: number, seconds: number): Part => ({
  period: number,
  type,
  from,
  to,
  seconds,
})

const REGULATION = [
  period(1, 'REG', 0, 40, 1200),
  period(2, 'REG', 58, 98, 1200),
  period(3, 'REG', 116, 150, 1200),
] as const
/** A game that goes on ends no later than others: its breaks are shorter. */
const LONGER = [
  period(1, 'REG', 0, 38, 1200),
  period(2, 'REG', 54, 92, 1200),
  period(3, 'REG', 108, 140, 1200),
  period(4, 'OT', 142, 148, 300),
] as const
const SHOOT_OUT = period(5, 'SO', 148, 151, 0)

const partsOf = ({ lastPeriod }: SimGame): readonly Part[] => {
  if (lastPeriod === 'REG') return REGULATION
  return lastPeriod === 'OT' ? LONGER : [...LONGER, SHOOT_OUT]
}

/** How long after the face-off a second of play is reached, in ms. */
export function sinceStartOf(game: SimGame, second: number): number {
  let before = 0
  for (const { from, to, seconds } of partsOf(game)) {
    if (second <= before + seconds) {
      return Math.round((from + ((to - from) * (second - before)) / Math.max(1, seconds)) * MINUTE_MS)
    }
    before += seconds
  }
  return sinceStartOf(game, before)
}

/** When the last goal or the last shot of the shoot-out has been made. */
const endOf = (game: SimGame): number => {
  if (game.lastPeriod === 'REG') return 150 * MINUTE_MS
  if (game.lastPeriod === 'SO') return 151 * MINUTE_MS
  return sinceStartOf(game, game.goals.at(-1)?.second ?? 3900)
}

export interface PlayClock {
  readonly isOver: boolean
  readonly period: number
  readonly type: SimGame['lastPeriod']
  readonly secondsLeft: number
  readonly intermission: boolean
  /** Of play, from the first face-off. */
  readonly second: number
}

/** What the clock shows so many milliseconds after the face-off. */
export function clockAt(game: SimGame, since: number): PlayClock {
  const isOver = since >= endOf(game)
  const at = Math.min(since, endOf(game)) / MINUTE_MS
  const parts = partsOf(game)
  const begun = parts.filter(({ from }) => from <= at)
  const current = begun.at(-1) ?? REGULATION[0]
  const before = begun.slice(0, -1).reduce((sum, { seconds }) => sum + seconds, 0)
  const share = Math.min(1, (at - current.from) / (current.to - current.from))
  const played = share * current.seconds
  return {
    isOver,
    period: current.period,
    type: current.type,
    secondsLeft: Math.max(0, Math.floor(current.seconds - played)),
    intermission: !isOver && at >= current.to,
    second: before + played,
  }
}

/** The period of a second of play, and its seconds before that. */
export function periodOf(game: SimGame, { second }: Pick<SimGoal, 'second'>): Part & { readonly into: number } {
  let before = 0
  for (const part of partsOf(game)) {
    if (second <= before + part.seconds) return { ...part, into: second - before }
    before += part.seconds
  }
  return { ...REGULATION[2], into: 1200 }
}
