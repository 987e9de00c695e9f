import type { Instant, LeagueDay } from '#rules/calendar'
import { isOver } from '#rules/tonight'
import type { ImportedGame, ImportedLine } from '../../nhl/store/lines.ts'
import type { SimGame } from '../simulation/game.ts'
import { type Fixture, startOf } from '../simulation/game-calendar.ts'
import { correctedAt, correctedGame, correctedLateAt, lateCorrectedGame, type SimSeason } from '../simulation/season.ts'

const MINUTE_MS = 60_000
const PLAYED_AFTER = 155 * MINUTE_MS
/** Until the numbers are official. */
const OFFICIAL_AFTER = 185 * MINUTE_MS

export function stateAt(fixture: Fixture, at: Instant): 'FUT' | 'LIVE' | 'FINAL' | 'OFF' {
  const since = at - startOf(fixture).getTime()
  if (since < 0) return 'FUT'
  if (since < PLAYED_AFTER) return 'LIVE'
  return since < OFFICIAL_AFTER ? 'FINAL' : 'OFF'
}

/** A game that is over as it is known at that time. */
export const knownGame = (fixture: Fixture, played: SimGame, at: Instant): SimGame =>
  (at >= correctedLateAt(fixture) && lateCorrectedGame(played)) ||
  (at >= correctedAt(fixture) && correctedGame(played)) ||
  played

interface Score extends Pick<SimGame, 'lastPeriod'> {
  readonly home: number
  readonly away: number
}

/** As the schedule has it; there is no score before its end. */
export const importedGame = (fixture: Fixture, state: ImportedGame['state'], score: Score | null): ImportedGame => ({
  id: fixture.id,
  date: fixture.date,
  startTime: startOf(fixture),
  home: fixture.home.abbrev,
  away: fixture.away.abbrev,
  homeScore: score?.home ?? null,
  awayScore: score?.away ?? null,
  lastPeriod: score?.lastPeriod ?? null,
  state,
})

export interface GameOfDay {
  readonly fixture: Fixture
  readonly game: SimGame
}

export const linesOf = ({ fixture, game }: GameOfDay): ImportedLine[] =>
  (['home', 'away'] as const).flatMap((side) =>
    game[side].lines.map((line) => ({ ...line, gameId: game.id, nhlTeam: fixture[side].abbrev })),
  )

export const scoreOf = ({ home, away, lastPeriod }: SimGame): Score => ({
  home: home.score,
  away: away.score,
  lastPeriod,
})

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
const scores = new WeakMap<SimSeason, Map<LeagueDay, ReadonlyMap<number, Score>>>()

function scoresOfDay(season: SimSeason, day: LeagueDay): ReadonlyMap<number, Score> {
  const days = scores.get(season) ?? new Map<LeagueDay, ReadonlyMap<number, Score>>()
  scores.set(season, days)
  const known = days.get(day) ?? new Map(season.played(day).map((game) => [game.id, scoreOf(game)]))
  days.set(day, known)
  return known
}

/** A day of the schedule as it is known at that time. */
export const scheduledGames = (season: SimSeason, day: LeagueDay, at: Instant): ImportedGame[] =>
  season.fixtures
    .filter(({ date }) => date === day)
    .map((fixture) => {
      const state = stateAt(fixture, at)
      const score = isOver(state) ? scoresOfDay(season, day).get(fixture.id) : undefined
      return importedGame(fixture, state, score ?? null)
    })
