import { HEARTBEAT } from './frames.ts'

/** A request that waits for its answer. */
export interface Waiting {
  readonly id: string
  /** Whose channel it is. */
  readonly login: string
  /** Who has that login. */
  readonly member: string
  /** The browser's mark in the address of this one request; null: none. */
  readonly mark: string | null
}

/** One poll of a channel, answered once. */
export class Poll {
  readonly waiting: Waiting
  /** Null until the channel has been looked up, and while the poll is about to be answered. */
  cursor: number | null = null
  readonly answered: Promise<Buffer>
  #resolve: (frame: Buffer) => void = () => {}
  readonly #end: number
  #timer: NodeJS.Timeout | undefined

  constructor(waiting: Waiting, ms: number) {
    this.waiting = waiting
    this.#end = performance.now() + ms
    this.answered = new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  /** Waits for what comes after that event; when its time is up it is answered with a heartbeat. */
  wait(cursor: number): void {
    this.cursor = cursor
    this.#timer = setTimeout(() => this.answer(HEARTBEAT), this.#end - performance.now()).unref()
  }

  /** Takes it from the waiting polls: from now on only the caller answers it. */
  claim(): void {
    this.cursor = null
    clearTimeout(this.#timer)
  }

  answer(frame: Buffer): void {
    this.claim()
    this.#resolve(frame)
  }
}
