import { OUTBOX } from './outbox-channel.ts'
import { LEASE_MS } from './row.ts'

/**
 * Runs the work while no other tab and not the worker does. A frozen tab keeps its lock, so nobody waits longer than a
 * lease: from there on, and where the browser has no locks, the leases of the rows keep senders apart.
 */
export const exclusively = async (work: () => Promise<void>, waitMs = LEASE_MS): Promise<void> => {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (!locks) return await work()
  let begun = false
  const begin = () => {
    begun = true
    return work()
  }
  try {
    await locks.request(OUTBOX, { signal: AbortSignal.timeout(waitMs) }, begin)
  } catch (error) {
    if (begun) throw error
    await work()
  }
}
