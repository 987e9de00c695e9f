import { LEAGUE_DEFAULTS } from '#contract/limits'
import { addDays, defaultSeasonDates, type Instant, type LeagueDay, leagueDay } from '#rules/calendar'
import type { League } from '#rules/league'
import { normalizedPoints } from '#rules/projections'
import { gamePoints } from '#rules/scoring'
import type { Database, Queries } from '../store/database.ts'
import { countRows, saveHistory, saveLeague, saveSeason, saveTeams } from '../store/demo-league.ts'
import type { CurrentLeague } from '../store/league.ts'
import { publishWithin } from '../store/publish.ts'
import { type DemoNhl, demoNhl, firstDayFor, seasonIdFor } from './demo-nhl.ts'
import type { Ranked } from './draft-day.ts'
import { type History, playHistory } from './history.ts'
import { importSimulatedNhl } from './import-simulated-nhl.ts'
import type { SimGame } from './lines.ts'
import { daysFrom, lastPublishedDay, publishedAt } from './mornings.ts'
import { demoTeams, newcomer } from './pool-teams.ts'
import type { SimSeason } from './season.ts'

/** `done` runs from 0 to 1. */
export type Report = (done: number, what: string) => void

/** Any number: the same one makes the same players, games and owners. */
export const DEMO_SEED = 1995

const rulesOf = ({ firstDay, lastDay }: Pick<SimSeason, 'firstDay' | 'lastDay'>): League => ({
  constants: LEAGUE_DEFAULTS,
  dates: defaultSeasonDates(firstDay, lastDay),
})

/** A league whose statistics are simulated. */
export interface DemoLeague extends CurrentLeague {
  readonly demoSeed: number
}

/** Writes what a league is set up with: its seasons, teams and members. */
export async function foundDemoLeague(queries: Queries, now: Instant): Promise<void> {
  const firstDay = firstDayFor(leagueDay(now, LEAGUE_DEFAULTS.timeZone))
  const { season, lastSeason } = demoNhl({ demoSeed: DEMO_SEED, seasonId: seasonIdFor(firstDay), firstDay })
  await saveSeason(queries, lastSeason.id, lastSeason, rulesOf(lastSeason))
  await saveSeason(queries, season.id, season, rulesOf(season))
  await saveLeague(queries, season.id, DEMO_SEED, rulesOf(season))
  await saveTeams(queries, season.id, demoTeams, newcomer)
}

/**
 * Gives a founded league its season so far, up to the last published day but one: the numbers by way of the importer,
 * and in one transaction with the first official update what its members have done with them. Broken off, it is begun
 * again and finds what the importer has already brought.
 */
export async function playDemoSeason(
  database: Database,
  league: DemoLeague,
  now: Instant,
  report: Report,
): Promise<void> {
  const { timeZone } = league.constants
  const lastDay = addDays(lastPublishedDay(now, timeZone), -1)
  report(0, 'Inventing clubs and players')
  const nhl = remembering(demoNhl(league))
  await importSimulatedNhl(database, nhl, publishedAt(lastDay, timeZone), 'everything', (done, what) =>
    report(0.05 + 0.7 * done, what),
  )
  report(0.75, 'Drafting and trading')
  const history = historyOf(league, nhl, lastDay)
  report(0.85, 'Writing rosters and standings')
  await database.transaction(async (queries) => {
    // The last of the updates is made, not written: its scores come from what has been imported.
    await saveHistory(queries, league.seasonId, { ...history, updates: history.updates.slice(0, -1) })
    await publishWithin(queries, league.seasonId, new Date(publishedAt(lastDay, timeZone)))
    await countRows(queries)
  })
}

const historyOf = (league: DemoLeague, { players, season, lastSeason }: DemoNhl, lastDay: LeagueDay): History =>
  playHistory({
    seed: league.demoSeed,
    league,
    players,
    season,
    lastSeason: ranked(daysFrom(lastSeason.firstDay, lastSeason.lastDay).flatMap((day) => lastSeason.played(day))),
    lastDay,
  })

/** Plays no game twice while the league is made. */
function remembering(nhl: DemoNhl): DemoNhl {
  const once = (season: SimSeason): SimSeason => {
    const known = new Map<LeagueDay, SimGame[]>()
    const played = (day: LeagueDay): SimGame[] => {
      const games = known.get(day) ?? season.played(day)
      known.set(day, games)
      return games
    }
    return { ...season, played }
  }
  return { ...nhl, season: once(nhl.season), lastSeason: once(nhl.lastSeason) }
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
