import { addDays, type LeagueDay, mondayOf } from '#rules/calendar'
import type { ImportedGame, ImportedLine } from '../store/lines.ts'
import { startOf } from './calendar-of-games.ts'
import type { SimGame, SimSide } from './lines.ts'
import { inventPlayers, type SimPlayer } from './players.ts'
import type { Fixture } from './schedule.ts'
import { type SimSeason, simulateSeason } from './season.ts'

/** Weeks of the season that are over when a demo league is made: trading is open, and stays so for as many again. */
const WEEKS_PLAYED = 13
/** Weeks from the first day of a season to the first of the next, kept whole so that Saturdays stay Saturdays. */
const WEEKS_A_YEAR = 52

export interface DemoNhl {
  readonly players: readonly SimPlayer[]
  readonly season: SimSeason
  readonly lastSeason: SimSeason
}

/** The first day of the season in whose middle a day lies: a Tuesday, as the NHL has it. */
export const firstDayFor = (today: LeagueDay): LeagueDay => addDays(mondayOf(today), 1 - 7 * WEEKS_PLAYED)

/** A season is named by the year it begins in and the next. */
export const seasonIdFor = (firstDay: LeagueDay): number => {
  const year = Number(firstDay.slice(0, 4))
  return year * 10_000 + year + 1
}

/** The simulated NHL in the season of that first day and in the one before it. */
export function demoNhl(seed: number, seasonId: number, firstDay: LeagueDay): DemoNhl {
  const players = inventPlayers(seed)
  const veterans = players.filter(({ rookie }) => !rookie)
  return {
    players,
    season: simulateSeason(seed, seasonId, firstDay, players),
    lastSeason: simulateSeason(seed, seasonId - 10_001, addDays(firstDay, -7 * WEEKS_A_YEAR), veterans),
  }
}

/** The season's games, with results where they are known. */
export function importedGames(
  season: SimSeason,
  played: readonly SimGame[],
  fixtures = season.fixtures,
): ImportedGame[] {
  const results = new Map(played.map((game) => [game.id, game]))
  return fixtures.map((fixture) => importedGame(fixture, results.get(fixture.id)))
}

const importedGame = (fixture: Fixture, result: SimGame | undefined): ImportedGame => ({
  id: fixture.id,
  date: fixture.date,
  startTime: startOf(fixture),
  home: fixture.home.abbrev,
  away: fixture.away.abbrev,
  homeScore: result?.home.score ?? null,
  awayScore: result?.away.score ?? null,
  lastPeriod: result?.lastPeriod ?? null,
  state: result ? 'OFF' : 'FUT',
})

export function importedLines(season: SimSeason, played: readonly SimGame[]): ImportedLine[] {
  const fixtures = new Map(season.fixtures.map((fixture) => [fixture.id, fixture]))
  const ofSide = (gameId: number, nhlTeam: string, { lines }: SimSide): ImportedLine[] =>
    lines.map((line) => ({ ...line, gameId, nhlTeam }))
  return played.flatMap((game) => {
    const fixture = fixtures.get(game.id)
    if (!fixture) return []
    return [...ofSide(game.id, fixture.home.abbrev, game.home), ...ofSide(game.id, fixture.away.abbrev, game.away)]
  })
}
