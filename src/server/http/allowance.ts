import { evictOldest } from '../memory/evict-oldest.ts'

/** More logins than a league has; whoever has not been counted for the longest goes first. */
const MOST_COUNTED = 5_000

export interface AllowanceLimits {
  readonly atOnce: number
  /** After those at once, one each so many milliseconds. */
  readonly everyMs: number
}

/** So much at once and then one each so often, for each login; counted by this process alone, without the database. */
export class Allowance {
  readonly #limits: AllowanceLimits
  /** When each login will have all of it again. */
  readonly #wholeAt = new Map<string, number>()

  constructor(limits: AllowanceLimits) {
    this.#limits = limits
  }

  /** Milliseconds until there is one to take; 0: there is. */
  wait(login: string): number {
    const { atOnce, everyMs } = this.#limits
    const wholeAt = this.#wholeAt.get(login) ?? 0
    // Monotonic: a corrected system clock neither frees nor locks out anybody.
    return Math.max(0, wholeAt - performance.now() - (atOnce - 1) * everyMs)
  }

  take(login: string): void {
    const wholeAt = Math.max(this.#wholeAt.get(login) ?? 0, performance.now()) + this.#limits.everyMs
    // Set anew at the end, so that the first is the oldest.
    this.#wholeAt.delete(login)
    this.#wholeAt.set(login, wholeAt)
    evictOldest(this.#wholeAt, MOST_COUNTED)
  }

  giveBack(login: string): void {
    const wholeAt = this.#wholeAt.get(login)
    if (wholeAt !== undefined) this.#wholeAt.set(login, wholeAt - this.#limits.everyMs)
  }
}
