import type { Env } from '../../settings/env.ts'
import { HttpError } from '../answers/http-error.ts'
import { Allowance } from './allowance.ts'

interface Queue {
  working: number
  readonly waiting: (() => void)[]
}

/**
 * Limits how much of one login's work runs at a time, the rest in order of arrival: however much one login asks for,
 * the others wait only for the part that is running.
 */
export class Turns {
  readonly #atOnce: number
  readonly #queues = new Map<string, Queue>()

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  waiting(login: string): number {
    return this.#queues.get(login)?.waiting.length ?? 0
  }

  /** Work that is given up while it waits is never begun: its caller gets the reason at once. */
  async take<T>(login: string, work: () => Promise<T>, givenUp?: AbortSignal): Promise<T> {
    const queue = this.#queues.get(login) ?? { working: 0, waiting: [] }
    this.#queues.set(login, queue)
    // Work that ends hands over its place.
    if (queue.working === this.#atOnce) await inLine(queue, givenUp)
    else queue.working += 1
    try {
      return await work()
    } finally {
      // Not at once: the embedded database never yields to the event loop, so a hundred requests would be
      // answered, each as soon as it is read, before anybody else is heard.
      setImmediate(() => this.#end(login, queue))
    }
  }

  #end(login: string, queue: Queue): void {
    const next = queue.waiting.shift()
    if (next) next()
    else queue.working -= 1
    if (queue.working === 0) this.#queues.delete(login)
  }
}

function inLine({ waiting }: Queue, givenUp: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(givenUp?.reason)
    }
    const begin = () => {
      givenUp?.removeEventListener('abort', leave)
      resolve()
    }
    if (givenUp?.aborted) return reject(givenUp.reason)
    waiting.push(begin)
    givenUp?.addEventListener('abort', leave, { once: true })
  })
}

/** More than anyone can tap or an outbox holds: each change is written to the disk and kept for years. */
const CHANGES = { atOnce: 300, everyMs: 1_000 }
/** More than a phone gets refused at once after a day offline. */
const REFUSED = { atOnce: 60, everyMs: 2_000 }
/** A member's tabs after a restart of the server, then a client that keeps losing its connection. */
const OPENINGS = { atOnce: 10, everyMs: 2_000 }
/** Requests that need the database: the embedded one runs them one after the other anyway. */
const WORKING = 2
const MOST_WAITING = 100
const WAIT_MS = 1_000

/** What one member may ask of the server, over all logins and addresses together. A refusal does not touch the database. */
export class LoginLimits {
  readonly #isOn: boolean
  readonly #changes = new Allowance(CHANGES)
  readonly #refused = new Allowance(REFUSED)
  readonly #openings = new Allowance(OPENINGS)
  readonly #turns = new Turns(WORKING)

  constructor({ rateLimit }: Pick<Env, 'rateLimit'>) {
    this.#isOn = rateLimit > 0
  }

  /** Does what needs the database when it is this member's turn, unless it is given up before. */
  async inTurn<T>(subject: string, work: () => Promise<T>, givenUp: AbortSignal): Promise<T> {
    if (!this.#isOn) return work()
    if (this.#turns.waiting(subject) >= MOST_WAITING) throw HttpError.tooMany(WAIT_MS)
    return this.#turns.take(subject, work, givenUp)
  }

  change(subject: string): void {
    if (!this.#isOn) return
    const wait = Math.max(this.#changes.wait(subject), this.#refused.wait(subject))
    if (wait > 0) throw HttpError.tooMany(wait)
    this.#changes.take(subject)
  }

  /** Counts a change as refused until it is not: many at once get no further than one by one. */
  async refusable<T>(subject: string, change: () => Promise<T>, isRefused: (done: T) => boolean): Promise<T> {
    if (!this.#isOn) return change()
    this.#refused.spend(subject)
    let counts = false
    try {
      const done = await change()
      counts = isRefused(done)
      return done
    } finally {
      if (!counts) this.#refused.giveBack(subject)
    }
  }

  openChannel(subject: string): void {
    if (this.#isOn) this.#openings.spend(subject)
  }

  /** The channel had been opened before. */
  channelWasOpen(subject: string): void {
    if (this.#isOn) this.#openings.giveBack(subject)
  }
}
