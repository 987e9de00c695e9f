import type { Logger } from 'pino'
import type { Instant } from '#rules/calendar'
import type { Database } from '../db/engine/database.ts'
import { DatabaseUnavailable, DatabaseUnwritable } from '../db/engine/database-errors.ts'
import { repeat } from '../db/repeat.ts'
import { growingWait } from '../http/answers/growing-wait.ts'
import { type CurrentLeague, findLeague } from '../league/league.ts'
import { publish } from '../league/standings/publish.ts'
import type { ScoreSource } from '../nhl/api/score-source.ts'
import { runImport } from '../nhl/import/import-league.ts'
import { type ImportOutcome, type ImportRun, notTaken } from '../nhl/import/import-run.ts'
import { type NhlSource, SourceUnavailable } from '../nhl/source.ts'
import { lockImports } from '../nhl/store/import-days.ts'
import { type ScheduleState, scheduleState } from '../nhl/store/import-report.ts'
import {
  isClockBehind,
  isImportOfEverythingDue,
  isImportOfGamesDue,
  isSeasonReadingDue,
  isUpdateDue,
  latestUpdateTime,
  type ScheduleTimes,
} from './due.ts'

/** Where a league's statistics come from, and when they are imported and published. */
export interface LeagueStatistics {
  source(league: CurrentLeague, signal: AbortSignal): Promise<NhlSource>
  /** Of the games that are being played. */
  scores(league: CurrentLeague, signal: AbortSignal): Promise<ScoreSource>
  timesOf(league: CurrentLeague): ScheduleTimes
}

export interface ScheduleGiven {
  readonly database: Database
  readonly clock: () => Date
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly statistics: LeagueStatistics
  readonly signal: AbortSignal
  readonly afterwards?: ImportRun['afterwards']
}

interface Now {
  readonly league: CurrentLeague
  readonly state: ScheduleState
  readonly now: number
}

/** Null while there is no league. */
const currentState = ({ database, clock }: ScheduleGiven): Promise<Now | null> =>
  database.transaction(async (queries) => {
    const league = await findLeague(queries)
    const now = clock().getTime()
    return league && { league, now, state: await scheduleState(queries, league.seasonId, now) }
  })

type Kind = 'everything' | 'games'

const isDue = (kind: Kind, { state, league, now }: Now, statistics: LeagueStatistics): boolean => {
  const times = statistics.timesOf(league)
  return kind === 'everything'
    ? isImportOfEverythingDue(state, league, times, now)
    : isImportOfGamesDue(state, league, times, now)
}

const updateDue = ({ state, league, now }: Now, statistics: LeagueStatistics): boolean =>
  isUpdateDue(state, league, statistics.timesOf(league), now)

/** Whether the days' lines are as they were at the time of the update or later. */
const isReadForUpdate = ({ state: { importedAt }, league, now }: Now, statistics: LeagueStatistics): boolean =>
  Math.max(importedAt.everything ?? Number.NEGATIVE_INFINITY, importedAt.games ?? Number.NEGATIVE_INFINITY) >=
  latestUpdateTime(league, statistics.timesOf(league), now)

/**
 * Does what is due when it is called: an import, and the official update once the days' lines have been read. An import
 * that fails is tried again later and later, and holds up nothing but itself.
 */
export function scheduledWork(given: ScheduleGiven): () => Promise<void> {
  const { database, statistics, log } = given
  const retries = new Retries<Kind>(given)
  let warnedAboutClock = false

  const wants = (kind: Kind, seen: Now): boolean => {
    if (retries.isWaiting(kind, seen.now)) return false
    return (
      isDue(kind, seen, statistics) ||
      (kind === 'games' && updateDue(seen, statistics) && !isReadForUpdate(seen, statistics))
    )
  }

  return async () => {
    const before = await currentState(given)
    if (!before) return
    const behind = isClockBehind(before.state, before.now)
    if (behind && !warnedAboutClock) log.error(behindSentence(before))
    warnedAboutClock = behind
    if (behind || !(wants('everything', before) || wants('games', before) || updateDue(before, statistics))) return
    // If another process is at it already, what remains is due the next time.
    await database.exclusively(async () => {
      // The days' games are among everything, unless that fails.
      for (const kind of ['everything', 'games'] as const) {
        const due = await currentState(given)
        if (due && wants(kind, due)) await retries.attempt(kind, () => importByKind(given, due, kind))
      }
      const read = await currentState(given)
      if (read && isReadForUpdate(read, statistics)) await publishWhenDue(given)
    })
  }
}

const behindSentence = ({ now, state: { publishedAt } }: Now): string =>
  `The server clock (${new Date(now).toISOString()}) is behind the last official update (${new Date(publishedAt ?? now).toISOString()}): nothing is imported or published until that time has come again`

async function importByKind(given: ScheduleGiven, due: Now, kind: Kind): Promise<void> {
  const { database, clock, log, statistics, signal, afterwards } = given
  const { league } = due
  const source = await statistics.source(league, signal)
  const run = { database, source, clock, signal, report: progressLog(log), ...(afterwards && { afterwards }) }
  const isSeasonDue = kind === 'everything' && isSeasonReadingDue(due.state, league, due.now)
  const outcome = await runImport(run, league, kind === 'everything' ? 'new' : 'recent', isSeasonDue)
  tell(given, run, outcome)
  if (outcome.brokeOff) throw outcome.brokeOff
  // Not where that has just been done. Once a day is often enough to try.
  if (isSeasonDue && !outcome.whole) await readSeason(given, run, league)
}

function tell({ log }: ScheduleGiven, { source }: ImportRun, outcome: ImportOutcome): void {
  const { days, changedLines, notes, sums, uncompared } = outcome
  for (const sentence of notes) log.info(sentence)
  for (const sentence of notTaken(outcome)) log.warn(`Not imported: ${sentence}`)
  log.info(`Read ${days} days from ${source.name}, ${changedLines} lines of them new or different`)
  for (const sentence of uncompared) log.warn(`Not compared: ${sentence}`)
  if (sums) log[sums.differ ? 'error' : 'info'](sums.sentence)
}

/** Every day of the season again. */
async function readSeason(given: ScheduleGiven, run: ImportRun, league: CurrentLeague): Promise<void> {
  const { log } = given
  try {
    log.info('Reading the whole season again')
    const outcome = await runImport(run, league, 'season')
    tell(given, run, outcome)
    if (outcome.brokeOff) throw outcome.brokeOff
  } catch (error) {
    // Old corrections are not urgent, and the official update does not wait for them either.
    if (!(error instanceof SourceUnavailable)) throw error
    log.warn(`The whole season was not read again: ${error.message} It is retried with the next daily import`)
  }
}

/** Looks again within the transaction, or an empty update could follow another process's. */
async function publishWhenDue({ database, clock, log, statistics }: ScheduleGiven): Promise<void> {
  const published = await database.transaction(async (queries) => {
    await lockImports(queries)
    const league = await findLeague(queries)
    const now = clock()
    if (!league) return false
    const state = await scheduleState(queries, league.seasonId, now.getTime())
    if (!isUpdateDue(state, league, statistics.timesOf(league), now.getTime())) return false
    await publish(queries, league.seasonId, now)
    await database.announce(queries, 'answers', String(league.seasonId))
    return true
  })
  if (published) log.info('Published an official update')
}

const TELL_EVERY_MS = 10_000

/** Logs the progress of a long import; the usual ones finish before that. */
export function progressLog(
  log: Pick<Logger, 'info'>,
  elapsed: () => number = () => performance.now(),
): NonNullable<ImportRun['report']> {
  let reportedAt = elapsed()
  return (done, what) => {
    if (elapsed() - reportedAt < TELL_EVERY_MS) return
    reportedAt = elapsed()
    log.info(`Importing, ${Math.floor(done * 100)} %: ${what}`)
  }
}

const FIRST_WAIT_MS = 120_000
const LONGEST_WAIT_MS = 3_600_000

interface RetriesGiven {
  readonly clock: () => Date
  readonly log: Pick<Logger, 'warn' | 'error'>
  readonly signal: AbortSignal
}

interface Failure {
  readonly at: Instant
  readonly count: number
  readonly waitMs: number
}

/** Imports of several kinds, each of which is tried again after a failure, later and later. */
class Retries<Kind extends string> {
  readonly #given: RetriesGiven
  readonly #failures = new Map<Kind, Failure>()
  /** How long the source wants to be left alone by all of them. */
  #rest: Omit<Failure, 'count'> | null = null

  constructor(given: RetriesGiven) {
    this.#given = given
  }

  isWaiting(kind: Kind, now: Instant): boolean {
    return [this.#failures.get(kind), this.#rest].some(
      // Not after a clock that has been set back.
      (waits) => waits && now >= waits.at && now < waits.at + waits.waitMs,
    )
  }

  /** Does the work; a failure is logged. What is not of this work alone is thrown. */
  async attempt(kind: Kind, work: () => Promise<void>): Promise<void> {
    const { clock, log, signal } = this.#given
    try {
      await work()
      this.#failures.delete(kind)
    } catch (error) {
      if (signal.aborted || error instanceof DatabaseUnavailable) throw error
      const at = clock().getTime()
      const before = this.#failures.get(kind)?.count ?? 0
      const requestedMs = error instanceof SourceUnavailable ? (error.retryAfterMs ?? 0) : 0
      const waitMs = Math.min(
        Math.max(growingWait(FIRST_WAIT_MS, before, LONGEST_WAIT_MS), requestedMs),
        LONGEST_WAIT_MS,
      )
      this.#failures.set(kind, { at, waitMs, count: before + 1 })
      if (requestedMs > 0) this.#rest = { at, waitMs: Math.min(requestedMs, LONGEST_WAIT_MS) }
      const minutes = Math.round(waitMs / 60_000)
      if (error instanceof SourceUnavailable) {
        log.warn(`The import of ${kind} broke off: ${error.message} Next try in ${minutes} min.`)
      } else log.error({ err: error }, `The import of ${kind} failed; next try in ${minutes} min`)
    }
  }
}

const LOOK_EVERY_MS = 60_000

/**
 * Checks every minute for what is due, less and less often after failures. Returns how to stop, which waits for a
 * running step.
 */
export const startSchedule = (
  given: Omit<ScheduleGiven, 'signal'>,
  lookEveryMs: number = LOOK_EVERY_MS,
): (() => Promise<void>) =>
  repeat((signal) => {
    const work = scheduledWork({ ...given, signal })
    let failures = 0
    const waitMs = () => growingWait(lookEveryMs, failures, LONGEST_WAIT_MS)
    return async () => {
      try {
        await work()
        failures = 0
      } catch (error) {
        if (signal.aborted) return lookEveryMs
        // It announces its own return, after which a due update must not wait long. A full disk is retried less and
        // less often, since each try fetches everything from the source again.
        if (error instanceof DatabaseUnavailable && !(error instanceof DatabaseUnwritable)) {
          given.log.warn('Scheduled work waits for the database')
          return lookEveryMs
        }
        failures++
        const again = `next try in ${Math.round(waitMs() / 60_000)} min`
        given.log.error({ err: error }, `Scheduled work failed; ${again}`)
      }
      return waitMs()
    }
  }).stop
