import type { QueryClient } from '@tanstack/react-query'
import { countPendingChanges, getOutboxRows } from '../outbox/outbox-rows.ts'
import { isStuck } from '../outbox/row.ts'

/** Cart changes that a logout would lose. */
export interface PendingChanges {
  readonly pending: number
  /** Refused or expired, and left to the member to retry or discard. */
  readonly givenUp: number
}

const counted = (): PendingChanges => ({
  pending: countPendingChanges(),
  givenUp: getOutboxRows().filter(isStuck).length,
})

/** Reads the outbox itself: right after a launch the page has not loaded it yet. */
export const findPendingChanges = async (client: QueryClient): Promise<PendingChanges> => {
  const { outboxOf } = await import('./outbox.ts')
  await outboxOf(client).show()
  return counted()
}

export const sendPendingChanges = async (client: QueryClient): Promise<PendingChanges> => {
  const { outboxOf } = await import('./outbox.ts')
  await outboxOf(client).flush()
  return counted()
}
