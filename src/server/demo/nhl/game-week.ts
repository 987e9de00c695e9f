import { addDays, type Instant, type LeagueDay } from '#rules/calendar'
import type { SimGame } from '../simulation/game.ts'
import { type Fixture, startOf } from '../simulation/game-calendar.ts'
import type { Club } from '../simulation/players.ts'
import { correctedAt, correctedGame, correctedLateAt, lateCorrectedGame, type SimSeason } from '../simulation/season.ts'

type GameState = 'FUT' | 'LIVE' | 'FINAL' | 'OFF'

const MINUTE_MS = 60_000
const PLAYED_AFTER = 155 * MINUTE_MS
/** Until the numbers are official. */
const OFFICIAL_AFTER = 185 * MINUTE_MS

export function stateAt(fixture: Fixture, at: Instant): GameState {
  const since = at - startOf(fixture).getTime()
  if (since < 0) return 'FUT'
  if (since < PLAYED_AFTER) return 'LIVE'
  return since < OFFICIAL_AFTER ? 'FINAL' : 'OFF'
}

export const isOver = (state: GameState): boolean => state === 'FINAL' || state === 'OFF'

/** A game that is over as it is known at that time. */
export const knownGame = (fixture: Fixture, played: SimGame, at: Instant): SimGame =>
  (at >= correctedLateAt(fixture) && lateCorrectedGame(played)) ||
  (at >= correctedAt(fixture) && correctedGame(played)) ||
  played

/** What everybody knows of a game; there is no score before its end. */
export interface GameNow {
  readonly fixture: Fixture
  readonly state: GameState
  readonly score: Score | null
}

export interface Score extends Pick<SimGame, 'lastPeriod'> {
  readonly home: number
  readonly away: number
}

/** /v1/schedule/{date}: a week of days, and where the next one begins while there is one. */
export function scheduleWeek(
  from: LeagueDay,
  { id, firstDay, lastDay }: SimSeason,
  gamesOf: (day: LeagueDay) => readonly GameNow[],
) {
  const next = addDays(from, 7)
  const gameWeek = Array.from({ length: 7 }, (_, index) => {
    const date = addDays(from, index)
    const games = gamesOf(date).map((game) => scheduledGame(id, game))
    return { date, numberOfGames: games.length, games }
  })
  return {
    ...(next <= lastDay ? { nextStartDate: next } : {}),
    previousStartDate: addDays(from, -7),
    gameWeek,
    regularSeasonStartDate: firstDay,
    regularSeasonEndDate: lastDay,
    numberOfGames: gameWeek.reduce((sum, { numberOfGames }) => sum + numberOfGames, 0),
  }
}

const scheduledGame = (season: number, { fixture, state, score }: GameNow) => ({
  id: fixture.id,
  season,
  gameType: 2,
  // Without milliseconds, as the NHL writes it.
  startTimeUTC: startOf(fixture).toISOString().replace('.000Z', 'Z'),
  gameState: state,
  gameScheduleState: 'OK',
  awayTeam: clubInGame(fixture.away, score?.away),
  homeTeam: clubInGame(fixture.home, score?.home),
  ...(score ? { gameOutcome: { lastPeriodType: score.lastPeriod } } : {}),
})

const clubInGame = ({ nhlId, abbrev }: Club, score: number | undefined) => ({
  id: nhlId,
  abbrev,
  ...(score === undefined ? {} : { score }),
})

export interface GameOfDay {
  readonly fixture: Fixture
  readonly game: SimGame
}

/** The day of the last request: while games are on that is the same one every few seconds. */
const latest = new WeakMap<SimSeason, { readonly day: LeagueDay; readonly games: readonly GameOfDay[] }>()

/** A day's games as they end. */
export function gamesOfDay(season: SimSeason, day: LeagueDay): readonly GameOfDay[] {
  const known = latest.get(season)
  if (known?.day === day) return known.games
  const played = new Map(season.played(day).map((game) => [game.id, game]))
  const games = season.fixtures.flatMap((fixture) => {
    const game = fixture.date === day ? played.get(fixture.id) : undefined
    return game ? [{ fixture, game }] : []
  })
  latest.set(season, { day, games })
  return games
}

/** Cached as long as the season, or the standings would play it again each time. */
const known = new WeakMap<SimSeason, Map<LeagueDay, ReadonlyMap<number, Score>>>()

/** The results of a day's games, by their ids. */
export function scoresOfDay(season: SimSeason, day: LeagueDay): ReadonlyMap<number, Score> {
  const days = known.get(season) ?? new Map<LeagueDay, ReadonlyMap<number, Score>>()
  known.set(season, days)
  const scores =
    days.get(day) ??
    new Map(
      season
        .played(day)
        .map(({ id, home, away, lastPeriod }) => [id, { home: home.score, away: away.score, lastPeriod }] as const),
    )
  days.set(day, scores)
  return scores
}
