import type { PGlite } from '@electric-sql/pglite'

/** How PGlite reports that a statement failed in the ordinary way. */
const STATEMENT_FAILED = 100

/**
 * When it cannot write (a full or broken disk) PostgreSQL aborts and recovers at the next start. PGlite would spin for
 * ever instead, with every request waiting, so the process ends here as PostgreSQL's own would.
 */
export function endOnPanic(pglite: PGlite, place: string, lastWords: () => string | undefined): void {
  const engine = pglite.Module
  const step = engine._PostgresMainLoopOnce
  engine._PostgresMainLoopOnce = () => {
    try {
      step()
    } catch (error) {
      if (hasStatus(error) && error.status === STATEMENT_FAILED) throw error
      process.stderr.write(`${sentenceOf(place, lastWords(), error)}\n`)
      process.exit(1)
    }
  }
}

function sentenceOf(place: string, lastWords: string | undefined, error: unknown): string {
  if (lastWords !== undefined) {
    return `The database in ${place} could not be written (${lastWords}); is the disk full? Nothing acknowledged is lost.`
  }
  return `The database in ${place} broke down (${String(error).split('\n')[0]}). Nothing acknowledged is lost; start again.`
}

const hasStatus = (error: unknown): error is { status: unknown } =>
  typeof error === 'object' && error !== null && 'status' in error
