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

  async take<T>(login: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(login) ?? { working: 0, waiting: [] }
    this.#queues.set(login, queue)
    // Work that ends hands over its place.
    if (queue.working === this.#atOnce) await new Promise<void>((resolve) => queue.waiting.push(resolve))
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
