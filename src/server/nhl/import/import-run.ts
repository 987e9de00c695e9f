import { addDays, type LeagueDay, leagueDay } from '#rules/calendar'
import { NHL_ZONE } from '#rules/tonight'
import type { Database, Queries } from '../../db/engine/database.ts'
import {
  isOfOnePage,
  isOfSource,
  missingSentence,
  type NhlSource,
  type NoteOdd,
  SourceDown,
  SourceHasNone,
  SourceUnavailable,
} from '../source.ts'
import { beginReport, endReport, noteProgress } from '../store/import-report.ts'

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
  /** Every day of the season so far was read, and none left out because it had been read before. */
  whole: boolean
  /** Days whose lines were read and taken. */
  days: number
  /** The lines of those days. */
  lines: number
  /** Lines that were new, changed or gone. */
  changedLines: number
  /** Games, clubs, standings, players and careers that were written. */
  changedRest: number
  /** Games and lines that are missing, in sentences; the next run fetches them again. */
  readonly refused: string[]
  /** What else is missing, in sentences: pages, and elements of lists. The next run fetches it again as well. */
  readonly setAside: string[]
  /** The lines could not be read, so the official update waits. */
  withoutLines: boolean
  /** Why it ended early; what it had read is saved. */
  brokeOff: SourceUnavailable | null
  /** Games that could not be read whole. */
  readonly aside: AsideGame[]
  /** What is new and worth knowing, in sentences. */
  readonly notes: string[]
  /** The sums of the whole season beside the NHL's, in a sentence; null where they were not compared. */
  readonly sums: { readonly differ: boolean; readonly sentence: string } | null
  /** What that comparison lacks, in sentences. */
  uncompared: readonly string[]
}

export const nothingYet = (): ImportOutcome => ({
  whole: false,
  days: 0,
  lines: 0,
  changedLines: 0,
  changedRest: 0,
  refused: [],
  setAside: [],
  withoutLines: false,
  brokeOff: null,
  aside: [],
  notes: [],
  sums: null,
  uncompared: [],
})

/** Everything that is not as the source should have it, in sentences. */
export const notTaken = ({ refused, setAside }: Pick<ImportOutcome, 'refused' | 'setAside'>): string[] => [
  ...refused,
  ...setAside,
]

export const nhlDay = (clock: () => Date): LeagueDay => leagueDay(clock().getTime(), NHL_ZONE)

/**
 * Continues after a page that fails, does not exist or cannot be used, and records which; not when the source is down.
 */
export async function orRefused<T>(outcome: ImportOutcome, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    leaveOut(outcome, error)
    return null
  }
}

/** The same for what no line of a game depends on. */
export const orSetAside = <T>(outcome: ImportOutcome, work: () => Promise<T>): Promise<T | null> =>
  orRefused({ ...outcome, refused: outcome.setAside }, work)

/** Records what is left out; throws what is not about one page. */
export function leaveOut({ refused, setAside }: ImportOutcome, error: unknown): void {
  if (!isOfOnePage(error)) throw error
  const isLeftOut = error instanceof SourceUnavailable || error instanceof SourceHasNone
  note(isLeftOut ? setAside : refused, missingSentence(error))
}

// The lists of clubs and seasons are missed by many pages.
function note(sentences: string[], sentence: string): void {
  if (!sentences.includes(sentence)) sentences.push(sentence)
}

/** Sets aside elements of lists on which no line of a game depends. */
export const noteOdd =
  ({ setAside }: ImportOutcome): NoteOdd =>
  (why) =>
    note(setAside, why)

/** Does a part of the import without which the rest can be published. If the source is down, it ends there. */
export async function unlessDown(outcome: ImportOutcome, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof SourceDown)) throw error
    outcome.brokeOff = error
  }
}

const TELL_EVERY_MS = 1_000

/** Imports, and keeps in the database how far it is and what became of it, for admins to see at whichever process. */
export async function reportedImport(
  run: ImportRun,
  work: (run: ImportRun) => Promise<ImportOutcome>,
): Promise<ImportOutcome> {
  const { database, clock, source } = run
  let latest = { done: 0, what: '' }
  await database.transaction((queries) => beginReport(queries, clock(), source.name))
  // Not with each step: the import is often within its own transaction then.
  let telling = Promise.resolve()
  const timer = setInterval(() => {
    const { done, what } = latest
    telling = telling
      .then(() => database.transaction((queries) => noteProgress(queries, clock(), done, what)))
      // It comes again in a second.
      .catch(() => {})
  }, TELL_EVERY_MS)
  const end = async (
    result: Pick<ImportOutcome, 'days' | 'changedLines'>,
    refused: string[],
    failure: string | null,
  ) => {
    clearInterval(timer)
    await telling
    await database.transaction(async (queries) => {
      const { days, changedLines } = result
      await endReport(queries, { days, changedLines, refused, endedAt: clock(), failure })
      // An admin's request that came meanwhile is next.
      await database.announce(queries, 'import', '')
    })
  }
  try {
    const outcome = await work({
      ...run,
      report: (done, what) => {
        latest = { done, what }
        run.report?.(done, what)
      },
    })
    outcome.refused.push(...((await run.afterwards?.(run)) ?? []))
    const { sums, uncompared, brokeOff } = outcome
    const lacking = [...notTaken(outcome), ...uncompared, ...(sums?.differ ? [sums.sentence] : [])]
    await end(outcome, lacking, brokeOff?.message ?? null)
    return outcome
  } catch (error) {
    const reason = run.signal?.aborted
      ? 'It was stopped. What it had read is saved.'
      : 'It broke off; the log of the server says why.'
    const failure = isOfSource(error) ? error.message : reason
    // The reason matters more than that it could not be kept.
    await end({ days: 0, changedLines: 0 }, [], failure).catch(() => {})
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** Writes what is not lines of games. `write` returns how much changed, which answers that show it have to follow. */
export async function writeRest(
  { database }: Pick<ImportRun, 'database'>,
  season: ImportSeason,
  outcome: ImportOutcome,
  write: (queries: Queries) => Promise<number>,
): Promise<void> {
  await database.transaction(async (queries) => {
    const changed = await write(queries)
    if (changed > 0) await database.announce(queries, 'answers', String(season.id))
    outcome.changedRest += changed
  })
}
