import type { Instant, LeagueDay } from '#rules/calendar'
import { dice } from '../simulation/dice.ts'
import type { SimGame, SimGoal } from '../simulation/game.ts'
import { type Fixture, startOf } from '../simulation/game-calendar.ts'
import { type GameOfDay, knownGame, stateAt } from './game-week.ts'

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

/** The period of a second of play, and its seconds before that. */
function periodOf(game: SimGame, { second }: Pick<SimGoal, 'second'>): Part & { readonly into: number } {
  let before = 0
  for (const part of partsOf(game)) {
    if (second <= before + part.seconds) return { ...part, into: second - before }
    before += part.seconds
  }
  return { ...REGULATION[2], into: 1200 }
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

/** What the page says of one game. */
function scoredGame(seasonId: number, fixture: Fixture, played: SimGame, now: Instant, nameOf: (id: number) => string) {
  const start = startOf(fixture).getTime()
  const since = now - start
  const ofGame = {
    id: fixture.id,
    season: seasonId,
    gameType: 2,
    gameDate: fixture.date,
    startTimeUTC: startOf(fixture).toISOString().replace('.000Z', 'Z'),
    gameScheduleState: 'OK',
  }
  const club = ({ nhlId, abbrev, name }: Fixture['home']) => ({ id: nhlId, name: { default: name }, abbrev })
  if (since < 0) {
    const gameState = since < -PREGAME_MS ? 'FUT' : 'PRE'
    return { ...ofGame, gameState, awayTeam: club(fixture.away), homeTeam: club(fixture.home) }
  }
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
    ...ofGame,
    gameState: clock.isOver ? (settled === 'LIVE' ? 'OVER' : settled) : running,
    awayTeam: { ...club(fixture.away), score: scored('away') },
    homeTeam: { ...club(fixture.home), score: scored('home') },
    clock: {
      timeRemaining: minutes(clock.secondsLeft),
      secondsRemaining: clock.secondsLeft,
      running: !(clock.isOver || clock.intermission),
      inIntermission: clock.intermission,
    },
    period: clock.period,
    periodDescriptor: { number: clock.period, periodType: clock.type, maxRegulationPeriods: 3 },
    ...(clock.isOver ? { gameOutcome: { lastPeriodType: game.lastPeriod } } : {}),
    goals: goals.map((goal, index) => {
      const { period, type, into } = periodOf(game, goal)
      const fallen = goals.slice(0, index + 1)
      return {
        period,
        periodDescriptor: { number: period, periodType: type, maxRegulationPeriods: 3 },
        timeInPeriod: minutes(Math.floor(into)),
        playerId: goal.scorer,
        name: { default: nameOf(goal.scorer) },
        goalModifier: 'none',
        assists: goal.assists.map((playerId) => ({ playerId, name: { default: nameOf(playerId) } })),
        teamAbbrev: fixture[goal.side].abbrev,
        homeScore: fallen.filter(({ side }) => side === 'home').length,
        awayScore: fallen.filter(({ side }) => side === 'away').length,
        strength: goal.strength,
      }
    }),
  }
}

/** 754 as "12:34" */
const minutes = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`

export interface PlayedDay {
  readonly seasonId: number
  readonly day: LeagueDay
  readonly games: readonly GameOfDay[]
  readonly nameOf: (playerId: number) => string
}

/** /v1/score/{date} */
export const scorePage = ({ seasonId, day, games, nameOf }: PlayedDay, now: Instant) => ({
  currentDate: day,
  games: games.map(({ fixture, game }) => scoredGame(seasonId, fixture, game, now, nameOf)),
})

/** /v1/gamecenter/{id}/boxscore of a game that is over: its goalies, skaters as far as they are known. Null before. */
export function boxScore(fixture: Fixture, played: SimGame, now: Instant) {
  const game = knownGame(fixture, played, now)
  if (!clockAt(game, now - startOf(fixture).getTime()).isOver) return null
  const of = (side: 'home' | 'away') => ({
    goalies: game[side].lines.flatMap((line) => {
      if (line.kind !== 'goalie') return []
      const { playerId, started, wins, losses, overtimeLosses, toiSeconds } = line
      const decision = wins ? 'W' : losses ? 'L' : overtimeLosses ? 'O' : null
      return [
        { playerId, position: 'G', starter: started, toi: minutes(toiSeconds), ...(decision ? { decision } : {}) },
      ]
    }),
  })
  return {
    id: fixture.id,
    awayTeam: { abbrev: fixture.away.abbrev },
    homeTeam: { abbrev: fixture.home.abbrev },
    playerByGameStats: { awayTeam: of('away'), homeTeam: of('home') },
  }
}
