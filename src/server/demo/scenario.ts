import type { Instant, LeagueDay } from '#rules/calendar'
import type { Database } from '../db/engine/database.ts'
import type { CurrentLeague } from '../league/league.ts'

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
