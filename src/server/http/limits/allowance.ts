import { HttpError } from '../answers/http-error.ts'
import { evictOldest } from './evict-oldest.ts'

/** More members and addresses than a league has; the one that has been idle longest goes first. */
const MOST_COUNTED = 5_000

export interface AllowanceLimits {
  readonly atOnce: number
  /** After the burst, one every so many milliseconds. */
  readonly everyMs: number
}

/** A burst and then a steady rate for each member or address; counted by this process alone, without the database. */
export class Allowance {
  readonly #limits: AllowanceLimits
  /** When each has its full allowance again. */
  readonly #wholeAt = new Map<string, number>()

  constructor(limits: AllowanceLimits) {
    this.#limits = limits
  }

  /** Milliseconds until one more is allowed; 0: now. */
  wait(who: string): number {
    const { atOnce, everyMs } = this.#limits
    const wholeAt = this.#wholeAt.get(who) ?? 0
    // Monotonic: a corrected system clock neither frees nor locks out anyone.
    return Math.max(0, wholeAt - performance.now() - (atOnce - 1) * everyMs)
  }

  take(who: string): void {
    const wholeAt = Math.max(this.#wholeAt.get(who) ?? 0, performance.now()) + this.#limits.everyMs
    // Reinserted at the end: the first is the oldest.
    this.#wholeAt.delete(who)
    this.#wholeAt.set(who, wholeAt)
    evictOldest(this.#wholeAt, MOST_COUNTED)
  }

  /** Takes one, or throws how long to wait for it. */
  spend(who: string): void {
    const wait = this.wait(who)
    if (wait > 0) throw HttpError.tooMany(wait)
    this.take(who)
  }

  giveBack(who: string): void {
    const wholeAt = this.#wholeAt.get(who)
    if (wholeAt !== undefined) this.#wholeAt.set(who, wholeAt - this.#limits.everyMs)
  }
}
