import { setTimeout as wait } from 'node:timers/promises'
import { isWorthRepeating } from './engine/sql-error.ts'

const MOST_TRIES = 5
const LONGEST_PAUSE_MS = 20

/**
 * Again when the database gave up one of several transactions that stood in each other's way. Throws what the last try
 * failed with.
 */
export async function repeatedly<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (!isWorthRepeating(error) || tried === MOST_TRIES) throw error
      await wait(Math.random() * LONGEST_PAUSE_MS * tried)
    }
  }
}
