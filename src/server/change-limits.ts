import { Allowance } from './allowance.ts'
import type { Env } from './env.ts'
import { HttpError } from './http-error.ts'

/** More than a finger can tap or an outbox holds: each change is written to the disk, and stays there for years. */
const CHANGES = { atOnce: 300, everyMs: 1_000 }
/** More than a phone that was offline for a day is refused at once. */
const REFUSED = { atOnce: 60, everyMs: 2_000 }

/** How many changes a login may ask for, and how many of them may be refused; whoever has had them is answered without the database. */
export class ChangeLimits {
  readonly #isOn: boolean
  readonly #changes = new Allowance(CHANGES)
  readonly #refused = new Allowance(REFUSED)

  constructor({ rateLimit }: Pick<Env, 'rateLimit'>) {
    this.#isOn = rateLimit > 0
  }

  admit(subject: string): void {
    if (!this.#isOn) return
    const wait = Math.max(this.#changes.wait(subject), this.#refused.wait(subject))
    if (wait > 0) throw HttpError.tooMany(wait)
    this.#changes.take(subject)
  }

  refused(subject: string): void {
    if (this.#isOn) this.#refused.take(subject)
  }
}
