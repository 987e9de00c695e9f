import type { Instant, LeagueDay } from '#rules/calendar'
import type { Database } from '../db/engine/database.ts'
import type { CurrentLeague } from '../league/league.ts'
import { importGames, importLeague } from '../nhl/import/import-league.ts'
import { type ImportRun, notTaken } from '../nhl/import/import-run.ts'
import { noteImport } from '../nhl/store/import-report.ts'
import { SimulatedNhl } from './nhl/simulated-nhl.ts'
import type { DemoNhl } from './simulation/season.ts'

/** `done` runs from 0 to 1. */
export type Report = (done: number, what: string) => void

/** A league whose statistics are simulated. */
export interface DemoLeague extends CurrentLeague {
  readonly demoSeed: number
}

/** The moment of its year in which a demo league is made. */
export interface Scenario {
  /** Any number: the same one makes the same players, games and owners, and identifies the scenario of a league. */
  readonly seed: number
  /** Of the season that the league is in, when it is made on that day. */
  firstDayFor(today: LeagueDay): LeagueDay
  /** Gives a new league its past, and with it its first official update. */
  play(database: Database, league: DemoLeague, now: Instant, report: Report): Promise<void>
}

/** Imports what the simulated NHL knew at an instant of the past. */
export async function importSimulatedNhl(
  database: Database,
  nhl: DemoNhl,
  at: Instant,
  kind: 'everything' | 'games',
  report?: ImportRun['report'],
): Promise<void> {
  const clock = () => new Date(at)
  const run = { database, source: new SimulatedNhl(nhl, clock), clock, ...(report ? { report } : {}) }
  const outcome = await (kind === 'everything' ? importLeague(run) : importGames(run))
  const [first] = notTaken(outcome)
  if (first !== undefined || outcome.brokeOff) throw outcome.brokeOff ?? new Error(first)
  // Rosters and earlier seasons of the simulated NHL stay as they are.
  await database.transaction(async (queries) => {
    await noteImport(queries, 'everything', at)
    if (kind === 'everything') await noteImport(queries, 'season', at)
  })
}
