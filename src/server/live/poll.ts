/** A request that waits for its answer. */
export interface Waiting {
  readonly id: string
  /** Whose channel it is. */
  readonly login: string
  /** What the browser wrote into the address of this request and of no other; null: nothing. */
  readonly mark: string | null
}

/** One poll of a channel, answered once. */
export class Poll {
  readonly waiting: Waiting
  /** Null until the channel has been looked up, and again when the poll is about to be answered. */
  cursor: number | null = null
  readonly answered: Promise<Buffer>
  #resolve: (frame: Buffer) => void = () => {}
  #timer: NodeJS.Timeout | undefined

  constructor(waiting: Waiting) {
    this.waiting = waiting
    this.answered = new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  /** Waits for what comes after that event, at most so long. */
  wait(cursor: number, ms: number, over: () => void): void {
    this.cursor = cursor
    this.#timer = setTimeout(over, ms).unref()
  }

  /** From now on only the caller answers it. */
  claim(): void {
    this.cursor = null
    clearTimeout(this.#timer)
  }

  answer(frame: Buffer): void {
    this.claim()
    this.#resolve(frame)
  }
}
