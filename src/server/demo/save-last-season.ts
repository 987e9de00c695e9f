import type { Queries } from '../store/engine/database.ts'
import { type ImportedGame, type ImportedLine, loadOfficialLines, saveGames } from '../store/subjects/lines.ts'
import type { Fixture } from './simulation/game-calendar.ts'
import { startOf } from './simulation/game-calendar.ts'
import type { SimGame } from './simulation/lines.ts'
import { daysFrom } from './simulation/mornings.ts'
import type { SimSeason } from './simulation/season.ts'

/** Days whose lines are written at once: about 2,000 lines, as the importer takes them. */
const DAYS_AT_ONCE = 7

interface Played {
  readonly fixture: Fixture
  readonly game: SimGame
}

/**
 * The games and lines that the sums of the finished season come from. They do not come by way of the importer, which
 * knows the league's present season only: a finished one is published as it ended.
 */
export async function saveLastSeason(queries: Queries, season: SimSeason): Promise<void> {
  const fixtures = new Map(season.fixtures.map((fixture) => [fixture.id, fixture]))
  const days = daysFrom(season.firstDay, season.lastDay)
  for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
    const played = days.slice(at, at + DAYS_AT_ONCE).flatMap((day) =>
      season.played(day).flatMap((game): Played[] => {
        const fixture = fixtures.get(game.id)
        return fixture ? [{ fixture, game }] : []
      }),
    )
    await saveGames(queries, season.id, played.map(finishedGame))
    await loadOfficialLines(queries, played.flatMap(linesOf))
  }
}

const finishedGame = ({ fixture, game }: Played): ImportedGame => ({
  id: fixture.id,
  date: fixture.date,
  startTime: startOf(fixture),
  home: fixture.home.abbrev,
  away: fixture.away.abbrev,
  homeScore: game.home.score,
  awayScore: game.away.score,
  lastPeriod: game.lastPeriod,
  state: 'OFF',
})

const linesOf = ({ fixture, game }: Played): ImportedLine[] =>
  (['home', 'away'] as const).flatMap((side) =>
    game[side].lines.map((line) => ({ ...line, gameId: game.id, nhlTeam: fixture[side].abbrev })),
  )
