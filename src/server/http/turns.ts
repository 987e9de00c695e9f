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
