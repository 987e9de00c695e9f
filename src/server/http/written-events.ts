import type { LiveMessage } from '#contract/draft-room'
import { evictOldest } from './limits/evict-oldest.ts'

/** As many as a full house of keepers and the start of its draft. */
const MOST_WRITTEN = 40

/**
 * What this process has written lately: reading picks back from the database takes longer than all else between a
 * pick and the phones. It may hold events whose transaction failed; no reader asks for their ids.
 */
export class WrittenEvents {
  readonly #messages = new Map<number, LiveMessage>()

  add(id: number, message: LiveMessage): void {
    this.#messages.set(id, message)
    evictOldest(this.#messages, MOST_WRITTEN)
  }

  after(id: number): ReadonlyMap<number, LiveMessage> {
    return new Map([...this.#messages].filter(([known]) => known > id))
  }

  /** For when the database may have gone back in time and gives the same ids again. */
  forget(): void {
    this.#messages.clear()
  }
}
