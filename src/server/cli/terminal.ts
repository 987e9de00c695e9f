import { createInterface } from 'node:readline/promises'

const STEP = 0.1

/** Where a command talks to the person: results on standard output, progress and warnings on standard error. */
export class Terminal {
  #shown = -1
  #open = false

  say(line: string): void {
    this.#closeLine()
    process.stdout.write(`${line}\n`)
  }

  warn(line: string): void {
    this.#closeLine()
    process.stderr.write(`${line}\n`)
  }

  /** Which league it is: another than the server's, where a setting is missing. Beside the results, before them. */
  about(place: string): void {
    this.warn(`League: ${place}`)
  }

  /** Whether the person agrees; without a terminal to answer on, no. */
  async agrees(question: string): Promise<boolean> {
    this.#closeLine()
    if (!process.stdin.isTTY) return false
    const lines = createInterface({ input: process.stdin, output: process.stderr })
    try {
      return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
    } finally {
      lines.close()
    }
  }

  /** One line that is overwritten or, where that is not possible, a new line now and then. */
  progress(done: number, what: string): void {
    const text = `${String(Math.floor(done * 100)).padStart(3)} %  ${what}`
    if (process.stderr.isTTY) {
      process.stderr.write(`\r\u001b[K${text}`)
      this.#open = true
      if (done >= 1) this.#closeLine()
    } else if (done >= this.#shown + STEP || done < this.#shown) {
      process.stderr.write(`${text}\n`)
      this.#shown = done
    }
  }

  #closeLine(): void {
    if (this.#open) process.stderr.write('\r\u001b[K')
    this.#open = false
  }
}
