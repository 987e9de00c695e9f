import type { Instant } from '#rules/calendar'
import type { GoalieGame } from '#rules/tonight'
import type { ScoreGame } from '../../nhl/store/score-games.ts'
import { dice } from '../simulation/dice.ts'
import type { SimGame, SimGoal } from '../simulation/game.ts'
import { startOf } from '../simulation/game-calendar.ts'
import { type GameOfDay, knownGame, stateAt } from './known-games.ts'

// When a simulated game is played, second by second: what the arena's clock shows at which time of day.

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
/** A game under way ends no later than others: its breaks are shorter. */
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
function sinceStartOf(game: SimGame, second: number): number {
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

interface PlayClock {
  readonly isOver: boolean
  readonly period: number
  readonly type: SimGame['lastPeriod']
  readonly secondsLeft: number
  readonly intermission: boolean
  /** Of play, from the first face-off. */
  readonly second: number
}

/** What the clock shows so many milliseconds after the face-off. */
function clockAt(game: SimGame, since: number): PlayClock {
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

const MINUTE_MS = 60_000
/** Teams warm up. */
const PREGAME_MS = 30 * MINUTE_MS

/** Of all goals: the referees take one back that fell just before it, or its assists are first given to others. */
const REVIEWED = 1 / 50
const REVIEW_MS = 3 * MINUTE_MS

/** What is shown of a game's goals at a time: also those that will not stand. */
function goalsAt(game: SimGame, since: number): SimGoal[] {
  const throws = dice(game.id, 'review')
  const shown = game.goals.flatMap((goal): SimGoal[] => {
    const fell = sinceStartOf(game, goal.second)
    const reviewed = throws.chance(REVIEWED)
    const isTakenBack = throws.chance(0.5)
    const remaining = since >= fell ? [goal] : []
    if (!reviewed) return remaining
    if (!isTakenBack) return since >= fell && since < fell + REVIEW_MS ? [{ ...goal, assists: [] }] : remaining
    const disallowed = { ...goal, second: goal.second - 60, assists: [] }
    const at = fell - REVIEW_MS - MINUTE_MS
    return disallowed.second > 0 && since >= at && since < at + REVIEW_MS ? [disallowed] : remaining
  })
  return shown.sort((one, other) => one.second - other.second)
}

/** A game as the score page has it at that time. */
export function scoreGame({ fixture, game: played }: GameOfDay, now: Instant): ScoreGame {
  const since = now - startOf(fixture).getTime()
  const ahead: ScoreGame = {
    id: fixture.id,
    day: fixture.date,
    home: fixture.home.abbrev,
    away: fixture.away.abbrev,
    state: since < -PREGAME_MS ? 'FUT' : 'PRE',
    period: null,
    periodType: null,
    secondsLeft: null,
    intermission: false,
    homeScore: 0,
    awayScore: 0,
    goals: [],
    goalies: [],
  }
  if (since < 0) return ahead
  const game = knownGame(fixture, played, now)
  const clock = clockAt(game, since)
  const goals = goalsAt(game, since)
  const scored = (side: 'home' | 'away') =>
    clock.isOver ? game[side].score : goals.filter((goal) => goal.side === side).length
  const isClose = Math.abs(scored('home') - scored('away')) <= 1
  const isCritical = clock.period > 3 || (clock.period === 3 && clock.secondsLeft <= 300 && isClose)
  const running = isCritical ? 'CRIT' : 'LIVE'
  const settled = stateAt(fixture, now)
  return {
    ...ahead,
    state: clock.isOver ? (settled === 'LIVE' ? 'OVER' : settled) : running,
    period: clock.period,
    periodType: clock.isOver ? game.lastPeriod : clock.type,
    secondsLeft: clock.isOver ? null : clock.secondsLeft,
    intermission: clock.intermission,
    homeScore: scored('home'),
    awayScore: scored('away'),
    goals: goals.map(({ side, scorer, assists, strength }) => ({
      club: fixture[side].abbrev,
      scorer,
      assists,
      strength,
    })),
  }
}

/** The goalies of a game that is over, as its box score has them; null before. */
export function goaliesOf({ fixture, game: played }: GameOfDay, now: Instant): GoalieGame[] | null {
  const game = knownGame(fixture, played, now)
  if (!clockAt(game, now - startOf(fixture).getTime()).isOver) return null
  return (['away', 'home'] as const).flatMap((side) =>
    game[side].lines.flatMap((line) => {
      if (line.kind !== 'goalie') return []
      const { playerId, wins, losses, overtimeLosses, toiSeconds } = line
      const decision = wins ? 'W' : losses ? 'L' : overtimeLosses ? 'O' : null
      return [{ playerId, club: fixture[side].abbrev, decision, toiSeconds } as const]
    }),
  )
}
