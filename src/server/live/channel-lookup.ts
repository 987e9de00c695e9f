import type { Database } from '../store/engine/database.ts'
import { type FoundChannel, findChannels } from '../store/subjects/live-channels.ts'

interface Asked {
  id: string
  found: (channel: FoundChannel | null) => void
  failed: (error: unknown) => void
}

/** After an event every client polls again at once: those that poll while the database answers are looked up together. */
export class ChannelLookup {
  readonly #database: Database
  readonly #seenSince: () => Date
  readonly #waiting: Asked[] = []
  #looking: Promise<void> | null = null

  /** A channel that was not seen since then is none any more. */
  constructor(database: Database, seenSince: () => Date) {
    this.#database = database
    this.#seenSince = seenSince
  }

  find(id: string): Promise<FoundChannel | null> {
    return new Promise((found, failed) => {
      this.#waiting.push({ id, found, failed })
      this.#looking ??= this.#look()
    })
  }

  async #look(): Promise<void> {
    while (this.#waiting.length > 0) {
      const asked = this.#waiting.splice(0)
      const ids = asked.map(({ id }) => id)
      try {
        const channels = await this.#database.statement((queries) => findChannels(queries, ids, this.#seenSince()))
        for (const { id, found } of asked) found(channels.get(id) ?? null)
      } catch (error) {
        for (const { failed } of asked) failed(error)
      }
    }
    this.#looking = null
  }
}
