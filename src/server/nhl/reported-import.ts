import { beginReport, endReport, noteProgress } from '../store/subjects/import-report.ts'
import { noteImport } from '../store/subjects/schedule.ts'
import { type ImportOutcome, type ImportRun, notTaken } from './import-run.ts'
import { SourceRefusal, SourceUnavailable } from './source-error.ts'

const TELL_EVERY_MS = 1_000

/** Imports, and keeps in the database how far it is and what became of it, for admins to see at whichever process. */
export async function reportedImport(
  run: ImportRun,
  work: (run: ImportRun) => Promise<ImportOutcome>,
): Promise<ImportOutcome> {
  const { database, clock, source } = run
  let latest = { done: 0, what: '' }
  await database.transaction((queries) => beginReport(queries, clock(), source.name))
  // Not with each step: the import is often within a transaction of its own then.
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
      // What an admin asked for meanwhile is next.
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
    await end(outcome, notTaken(outcome), outcome.brokeOff?.message ?? null)
    return outcome
  } catch (error) {
    const isOfSource = error instanceof SourceRefusal || error instanceof SourceUnavailable
    const reason = run.signal?.aborted
      ? 'It was stopped. What it had read is saved.'
      : 'It broke off; the log of the server says why.'
    const failure = isOfSource ? error.message : reason
    // The reason matters more than that it could not be kept.
    await end({ days: 0, changedLines: 0 }, [], failure).catch(() => {})
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** When it was imported, for the schedule and the office; of everything, the games alone if it broke off after them. */
export async function noteOutcome(
  { database }: Pick<ImportRun, 'database'>,
  kind: 'everything' | 'games',
  began: Date,
  { brokeOff, withoutLines }: Pick<ImportOutcome, 'brokeOff' | 'withoutLines'>,
): Promise<void> {
  if (withoutLines) return
  const done = brokeOff ? 'games' : kind
  await database.transaction((queries) => noteImport(queries, done, began.getTime()))
}
