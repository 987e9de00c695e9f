import type { QueryClient } from '@tanstack/react-query'
import { countPendingChanges, getOutboxRows } from '../offline/outbox/outbox-rows.ts'
import { isStuck } from '../offline/outbox/row.ts'

/** Cart changes that would be lost with a logout. */
export interface PendingChanges {
  readonly pending: number
  /** Refused or expired, and left for the member to decide. */
  readonly givenUp: number
}

const counted = (): PendingChanges => ({
  pending: countPendingChanges(),
  givenUp: getOutboxRows().filter(isStuck).length,
})

/** Looks into the outbox itself: right after a launch the page does not know yet what waits there. */
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
