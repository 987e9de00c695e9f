import type { Logger } from 'pino'
import type { Database } from '../db/engine/database.ts'
import { repeat } from '../db/repeat.ts'
import { dropWhatIsOld, isRetentionDue } from '../db/retention.ts'

interface RetentionGiven {
  readonly database: Database
  readonly clock: () => Date
  readonly log: Pick<Logger, 'info' | 'error'>
}

const FIRST_LOOK_MS = 60_000
const LOOK_EVERY_MS = 3_600_000

/**
 * Once a day, by one of the processes that share the database: deletes what need not be kept any longer. Returns how to
 * stop, which waits for a running step.
 */
export const startRetention = (given: RetentionGiven): (() => Promise<void>) =>
  repeat(
    () => async () => {
      await applyRetention(given)
      return LOOK_EVERY_MS
    },
    FIRST_LOOK_MS,
  ).stop

/** If it is due and no process is at scheduled work right now; otherwise it is still due at the next check. */
export async function applyRetention({ database, clock, log }: RetentionGiven): Promise<void> {
  const isDue = () => database.transaction((queries) => isRetentionDue(queries, clock()))
  try {
    if (!(await isDue())) return
    await database.exclusively(async () => {
      if (!(await isDue())) return
      const dropped = await dropWhatIsOld(database, clock())
      log.info({ dropped }, 'Deleted what is not kept any longer')
    })
  } catch (error) {
    log.error({ err: error }, 'What is not kept any longer could not be deleted')
  }
}
