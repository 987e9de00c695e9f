import type { Logger } from 'pino'
import type { Instant } from '#rules/calendar'
import { SourceUnavailable } from '../nhl/source-error.ts'
import { DatabaseUnavailable } from '../store/engine/database-unavailable.ts'

const FIRST_WAIT_MS = 120_000
const LONGEST_WAIT_MS = 3_600_000

interface RetriesGiven {
  readonly clock: () => Date
  readonly log: Pick<Logger, 'warn' | 'error'>
  readonly signal: AbortSignal
}

interface Failure {
  readonly at: Instant
  readonly count: number
  readonly waitMs: number
}

/** Imports of several kinds, each of which is tried again after a failure, later and later. */
export class Retries<Kind extends string> {
  readonly #given: RetriesGiven
  readonly #failures = new Map<Kind, Failure>()
  /** How long the source wants to be left alone by all of them. */
  #rest: Omit<Failure, 'count'> | null = null

  constructor(given: RetriesGiven) {
    this.#given = given
  }

  isWaiting(kind: Kind, now: Instant): boolean {
    return [this.#failures.get(kind), this.#rest].some(
      // Not after a clock that has been set back.
      (waits) => waits && now >= waits.at && now < waits.at + waits.waitMs,
    )
  }

  /** Does the work; a failure is logged. What is not of this work alone is thrown. */
  async attempt(kind: Kind, work: () => Promise<void>): Promise<void> {
    const { clock, log, signal } = this.#given
    try {
      await work()
      this.#failures.delete(kind)
    } catch (error) {
      if (signal.aborted || error instanceof DatabaseUnavailable) throw error
      const at = clock().getTime()
      const before = this.#failures.get(kind)?.count ?? 0
      const requestedMs = error instanceof SourceUnavailable ? (error.retryAfterMs ?? 0) : 0
      const waitMs = Math.min(Math.max(FIRST_WAIT_MS * 2 ** before, requestedMs), LONGEST_WAIT_MS)
      this.#failures.set(kind, { at, waitMs, count: before + 1 })
      if (requestedMs > 0) this.#rest = { at, waitMs: Math.min(requestedMs, LONGEST_WAIT_MS) }
      const minutes = Math.round(waitMs / 60_000)
      if (error instanceof SourceUnavailable) {
        log.warn(`The import of ${kind} broke off: ${error.message} Next try in ${minutes} min.`)
      } else log.error({ err: error }, `The import of ${kind} failed; next try in ${minutes} min`)
    }
  }
}
