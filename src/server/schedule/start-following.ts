import { DatabaseUnavailable } from '../store/engine/database-unavailable.ts'
import { followScores } from './follow-scores.ts'
import type { ScheduleGiven } from './scheduled-work.ts'

const AFTER_FAILURE_MS = 60_000

/** Follows games while they are played. Returns how to stop, which waits for a running step. */
export function startFollowing(given: Omit<ScheduleGiven, 'signal'>): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const work = followScores({ ...given, signal })
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const look = async (): Promise<void> => {
    let inMs = AFTER_FAILURE_MS
    try {
      inMs = await work()
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof DatabaseUnavailable) given.log.warn('The scores wait for the database')
      else given.log.error({ err: error }, 'The scores could not be followed')
    }
    if (!signal.aborted) next(inMs)
  }
  const next = (ms: number) => {
    timer = setTimeout(() => {
      running = look()
    }, ms).unref()
  }
  next(0)
  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await running
  }
}
