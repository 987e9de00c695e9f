import { addDays, type LeagueDay, leagueDay } from '#rules/calendar'
import { NHL_ZONE } from '#rules/tonight'
import type { Database } from '../store/engine/database.ts'
import type { NhlSource } from './source.ts'
import { SourceRefusal } from './source-error.ts'

/** What an import is given. */
export interface ImportRun {
  readonly database: Database
  readonly source: NhlSource
  readonly clock: () => Date
  /** The share that is done, 0 to 1, and what is being read. */
  readonly report?: (done: number, what: string) => void
  /** Ends the import after the step that it is in. */
  readonly signal?: AbortSignal
  /** What waits for the players or lines that came. Answers in sentences why it still waits. */
  readonly afterwards?: (run: Pick<ImportRun, 'source' | 'report'>) => Promise<readonly string[]>
}

/** The season that is imported. */
export interface ImportSeason {
  readonly id: number
  readonly firstDay: LeagueDay
  readonly lastDay: LeagueDay
}

/** Both included. */
export interface DayRange {
  readonly from: LeagueDay
  readonly through: LeagueDay
}

/** Postponed games have been made up this many days after the season's last. */
const MADE_UP_DAYS = 14

/** Every day on which a game of the season can be played. */
export const daysOfSeason = ({ firstDay, lastDay }: Omit<ImportSeason, 'id'>): DayRange => ({
  from: firstDay,
  through: addDays(lastDay, MADE_UP_DAYS),
})

/** A game of which nothing new was taken. */
export interface AsideGame {
  /** "game 2024020003 (TOR at BOS)" */
  readonly name: string
  /** Empty where they cannot be read. */
  readonly clubs: readonly string[]
}

export interface ImportOutcome {
  /** Every day of the season so far was asked for, and none left out because it had been read before. */
  whole: boolean
  /** Days whose lines were read and taken. */
  days: number
  /** The lines of those days. */
  lines: number
  /** Lines that were new, changed or gone. */
  changedLines: number
  /** Games, clubs, standings, players and careers that were written. */
  changedRest: number
  /** What was refused, in sentences; it is asked for again in the next run. */
  readonly refused: string[]
  /** Games that could not be read whole. */
  readonly aside: AsideGame[]
  /** What is new and worth knowing, in sentences. */
  readonly notes: string[]
}

export const nothingYet = (): ImportOutcome => ({
  whole: false,
  days: 0,
  lines: 0,
  changedLines: 0,
  changedRest: 0,
  refused: [],
  aside: [],
  notes: [],
})

export const nhlDay = (clock: () => Date): LeagueDay => leagueDay(clock().getTime(), NHL_ZONE)

/** Goes on after an answer that cannot be used, and records what is left out. */
export async function orRefused<T>(outcome: ImportOutcome, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SourceRefusal)) throw error
    outcome.refused.push(error.message)
    return null
  }
}
