import type { Instant } from '#rules/calendar'
import { SourceUnavailable } from '../nhl/source-error.ts'
import { DatabaseUnavailable } from '../store/engine/database-unavailable.ts'
import type { ScheduleGiven } from './scheduled-work.ts'

const FIRST_WAIT_MS = 120_000
const LONGEST_WAIT_MS = 3_600_000

/** An import that is tried again after a failure, later and later. */
export class Retries {
  readonly #given: Pick<ScheduleGiven, 'clock' | 'log' | 'signal'>
  #failures = 0
  #failedAt: Instant = 0
  #waitMs = 0

  constructor(given: Pick<ScheduleGiven, 'clock' | 'log' | 'signal'>) {
    this.#given = given
  }

  /** Not after a clock that has been set back. */
  isWaiting(now: Instant): boolean {
    return this.#failures > 0 && now >= this.#failedAt && now < this.#failedAt + this.#waitMs
  }

  /** Does the work; a failure is logged. What is not of this work alone is thrown. */
  async attempt(work: () => Promise<void>): Promise<void> {
    const { clock, log, signal } = this.#given
    try {
      await work()
      this.#failures = 0
    } catch (error) {
      if (signal.aborted || error instanceof DatabaseUnavailable) throw error
      const asked = error instanceof SourceUnavailable ? (error.retryAfterMs ?? 0) : 0
      this.#waitMs = Math.min(Math.max(FIRST_WAIT_MS * 2 ** this.#failures, asked), LONGEST_WAIT_MS)
      this.#failures++
      this.#failedAt = clock().getTime()
      const again = `next try in ${Math.round(this.#waitMs / 60_000)} min`
      if (error instanceof SourceUnavailable) log.warn(`The import broke off: ${error.message} ${again}`)
      else log.error({ err: error }, `An import failed; ${again}`)
    }
  }
}
