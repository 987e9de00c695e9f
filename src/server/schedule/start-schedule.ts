import { DatabaseUnavailable, DatabaseUnwritable } from '../db/engine/database-unavailable.ts'
import { repeat } from './repeat.ts'
import { type ScheduleGiven, scheduledWork } from './scheduled-work.ts'

const LOOK_EVERY_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000

/** Checks every minute for what is due, less and less often after failures. Returns how to stop, which waits for a running step. */
export const startSchedule = (
  given: Omit<ScheduleGiven, 'signal'>,
  lookEveryMs: number = LOOK_EVERY_MS,
): (() => Promise<void>) =>
  repeat((signal) => {
    const work = scheduledWork({ ...given, signal })
    let failures = 0
    return async () => {
      try {
        await work()
        failures = 0
      } catch (error) {
        if (signal.aborted) return lookEveryMs
        // It announces its own return, after which a due update must not wait long. A full disk is retried less and less
        // often, since each try fetches everything from the source again.
        if (error instanceof DatabaseUnavailable && !(error instanceof DatabaseUnwritable)) {
          given.log.warn('Scheduled work waits for the database')
          return lookEveryMs
        }
        failures++
        const again = `next try in ${Math.round(waitAfter(failures, lookEveryMs) / 60_000)} min`
        given.log.error({ err: error }, `Scheduled work failed; ${again}`)
      }
      return waitAfter(failures, lookEveryMs)
    }
  })

const waitAfter = (failures: number, lookEveryMs: number): number =>
  Math.min(lookEveryMs * 2 ** failures, LONGEST_WAIT_MS)
