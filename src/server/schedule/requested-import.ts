import { findLeague } from '../league/league.ts'
import { runImport } from '../nhl/import/import-league.ts'
import { SourceUnavailable } from '../nhl/source.ts'
import { findRequestedImport } from '../nhl/store/import-report.ts'
import { progressLog, type ScheduleGiven } from './scheduled-work.ts'

type Given = Omit<ScheduleGiven, 'signal' | 'statistics'> & {
  readonly statistics: Pick<ScheduleGiven['statistics'], 'source'>
}

/**
 * Imports what admins ask for, with a schedule or without: the request is a row of the database, and whichever process
 * hears of it first begins. Returns how to stop, which waits for a running step.
 */
export async function startRequestedImports(given: Given): Promise<() => Promise<void>> {
  const { database, log } = given
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const look = () => {
    running = running
      .then(() => runRequestedImport(given, stopping.signal))
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return
        if (error instanceof SourceUnavailable) log.warn(`The import broke off: ${error.message}`)
        else log.error({ err: error }, 'An import from the office failed')
      })
  }
  const stopListening = await database.listen('import', look)
  // A request may have come right before the last process ended.
  look()
  return async () => {
    stopping.abort()
    await stopListening()
    await running
  }
}

/** While another import runs it waits: the end of that one is announced, too. */
async function runRequestedImport(
  { database, clock, log, statistics, afterwards }: Given,
  signal: AbortSignal,
): Promise<void> {
  const find = () =>
    database.transaction(async (queries) => {
      const league = await findLeague(queries)
      const requested = await findRequestedImport(queries, clock())
      return league && requested && { league, readsAll: requested.readsAll }
    })
  if (signal.aborted || !(await find())) return
  await database.exclusively(async () => {
    const requested = await find()
    if (!requested) return
    const { league, readsAll } = requested
    const source = await statistics.source(league, signal)
    const run = { database, source, clock, signal, report: progressLog(log), ...(afterwards && { afterwards }) }
    const outcome = await runImport(run, league, readsAll ? 'all' : 'new')
    if (outcome.brokeOff) throw outcome.brokeOff
    for (const sentence of outcome.notes) log.info(sentence)
    log.info(`Read ${outcome.days} days from ${source.name}, as an admin requested`)
  })
}
