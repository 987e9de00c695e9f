import { DatabaseUnavailable } from '../db/engine/database-unavailable.ts'
import { followScores } from './follow-scores.ts'
import { repeat } from './repeat.ts'
import type { ScheduleGiven } from './scheduled-work.ts'

const AFTER_FAILURE_MS = 60_000

/** Follows games while they are played. Returns how to stop, which waits for a running step. */
export const startFollowing = (given: Omit<ScheduleGiven, 'signal'>): (() => Promise<void>) =>
  repeat((signal) => {
    const follow = followScores({ ...given, signal })
    return async () => {
      try {
        return await follow()
      } catch (error) {
        if (signal.aborted) return AFTER_FAILURE_MS
        if (error instanceof DatabaseUnavailable) given.log.warn('The scores wait for the database')
        else given.log.error({ err: error }, 'The scores could not be followed')
        return AFTER_FAILURE_MS
      }
    }
  })
