import { LEAGUE_DEFAULTS } from '#contract/limits'
import { addDays, defaultSeasonDates, type Instant, leagueDay } from '#rules/calendar'
import type { League } from '#rules/league'
import { normalizedPoints } from '#rules/projections'
import { gamePoints } from '#rules/scoring'
import type { Queries } from '../store/database.ts'
import {
  countRows,
  saveClubs,
  saveHistory,
  saveLeague,
  saveNhlTable,
  savePlayers,
  saveSeason,
  saveTeams,
} from '../store/demo-league.ts'
import { loadOfficialLines, saveGames } from '../store/lines.ts'
import { derivePlayerSeasons } from '../store/publish.ts'
import { clubs } from './clubs.ts'
import { demoNhl, firstDayFor, importedGames, importedLines, seasonIdFor } from './demo-nhl.ts'
import type { Ranked } from './draft-day.ts'
import { playHistory } from './history.ts'
import type { SimGame } from './lines.ts'
import { daysFrom, lastPublishedDay } from './mornings.ts'
import { nhlTable } from './nhl-table.ts'
import { demoTeams, newcomer } from './pool-teams.ts'
import type { SimSeason } from './season.ts'

/** `done` runs from 0 to 1. */
export type Report = (done: number, what: string) => void

/** Any number: the same one makes the same players, games and owners. */
export const DEMO_SEED = 1995

const rulesOf = (season: SimSeason): League => ({
  constants: LEAGUE_DEFAULTS,
  dates: defaultSeasonDates(season.firstDay, season.lastDay),
})

/**
 * Writes the whole demo league but the last published day, which goes the way of every later day. All in the caller's
 * transaction: a start that is killed on the way leaves nothing.
 */
export async function createDemoLeague(queries: Queries, now: Instant, report: Report): Promise<void> {
  const { timeZone } = LEAGUE_DEFAULTS
  const firstDay = firstDayFor(leagueDay(now, timeZone))
  const seasonId = seasonIdFor(firstDay)
  report(0, 'Inventing clubs and players')
  const { players, season, lastSeason } = demoNhl(DEMO_SEED, seasonId, firstDay)
  const rules = rulesOf(season)

  report(0.05, 'Playing last season')
  const lastGames = daysFrom(lastSeason.firstDay, lastSeason.lastDay).flatMap((day) => lastSeason.played(day))
  report(0.1, 'Playing this season')
  const lastDay = addDays(lastPublishedDay(now, timeZone), -1)
  const gamesOn = new Map(daysFrom(firstDay, lastDay).map((day) => [day, season.played(day)]))
  const games = [...gamesOn.values()].flat()
  report(0.2, 'Drafting and trading')
  const history = playHistory({
    seed: DEMO_SEED,
    league: rules,
    players,
    season,
    gamesOf: (day) => gamesOn.get(day) ?? [],
    lastSeason: ranked(lastGames),
    lastDay,
  })

  report(0.35, 'Writing teams and players')
  await saveSeason(queries, lastSeason.id, lastSeason, rulesOf(lastSeason))
  await saveSeason(queries, season.id, season, rules)
  await saveLeague(queries, season.id, DEMO_SEED, rules)
  await saveClubs(queries, clubs)
  await savePlayers(queries, players)
  await saveTeams(queries, season.id, demoTeams, newcomer)
  for (const [each, played, done] of [
    [lastSeason, lastGames, 0.4],
    [season, games, 0.7],
  ] as const) {
    report(done, `Writing the games of ${String(each.id).slice(0, 4)}-${String(each.id).slice(4)}`)
    await saveGames(queries, each.id, importedGames(each, played))
    await loadOfficialLines(queries, importedLines(each, played))
    await derivePlayerSeasons(queries, each.id)
    await saveNhlTable(queries, each.id, nhlTable(each.fixtures, played))
  }
  report(0.9, 'Writing rosters and standings')
  await saveHistory(queries, season.id, history)
  await countRows(queries)
}

/** Last season as the draft's boxes rank it. */
function ranked(games: readonly SimGame[]): Ranked[] {
  const sums = new Map<number, { points: number; gamesPlayed: number }>()
  for (const line of games.flatMap(({ home, away }) => [...home.lines, ...away.lines])) {
    const sum = sums.get(line.playerId) ?? { points: 0, gamesPlayed: 0 }
    sum.points += gamePoints(line)
    sum.gamesPlayed++
    sums.set(line.playerId, sum)
  }
  return [...sums].map(([playerId, sum]) => ({ playerId, points: sum.points, normalizedPoints: normalizedPoints(sum) }))
}
