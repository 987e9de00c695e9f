import type { Instant, LeagueDay } from '#rules/calendar'
import { dice } from '../simulation/dice.ts'
import { type Fixture, startOf } from '../simulation/game-calendar.ts'
import type { SimGame, SimGoal } from '../simulation/lines.ts'
import { knownGame, stateAt } from './game-now.ts'
import { clockAt, periodOf, sinceStartOf } from './play-clock.ts'

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
    const stands = since >= fell ? [goal] : []
    if (!reviewed) return stands
    if (!isTakenBack) return since >= fell && since < fell + REVIEW_MS ? [{ ...goal, assists: [] }] : stands
    const disallowed = { ...goal, second: goal.second - 60, assists: [] }
    const at = fell - REVIEW_MS - MINUTE_MS
    return disallowed.second > 0 && since >= at && since < at + REVIEW_MS ? [disallowed] : stands
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
  readonly games: readonly { readonly fixture: Fixture; readonly game: SimGame }[]
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
