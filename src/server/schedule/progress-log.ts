import type { Logger } from 'pino'
import type { ImportRun } from '../nhl/import-run.ts'

const TELL_EVERY_MS = 10_000

/** Says in the log how far an import is that takes long; the usual ones are over before. */
export function progressLog(
  log: Pick<Logger, 'info'>,
  elapsed: () => number = () => performance.now(),
): NonNullable<ImportRun['report']> {
  let told = elapsed()
  return (done, what) => {
    if (elapsed() - told < TELL_EVERY_MS) return
    told = elapsed()
    log.info(`Importing, ${Math.floor(done * 100)} %: ${what}`)
  }
}
