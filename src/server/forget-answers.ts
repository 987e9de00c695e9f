import type { Context } from './context.ts'
import { forgetKeptAnswers } from './store/kept-answers.ts'

const EVERY_MS = 3_600_000

/** Deletes kept answers that no longer count, every hour. Answers how to stop. */
export function forgetOldAnswers({ database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>): () => void {
  const timer = setInterval(() => {
    database
      .transaction((queries) => forgetKeptAnswers(queries, clock()))
      .catch((error: unknown) => log.error({ err: error }, 'Old answers could not be deleted'))
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
