import type { Query, QueryClient } from '@tanstack/react-query'
import { freezeGlance, removeGlance } from './glance.ts'
import { setOutboxRows } from './outbox/outbox-rows.ts'
import { setCurrentOwner } from './owner.ts'
import { clearSnapshots } from './snapshots.ts'
import { tellWorker } from './worker-channel.ts'

const isOwn = (query: Query): boolean => query.queryKey[0] !== 'user'

/** Everything but who the user is leaves memory; what is on screen falls back to "nothing yet". */
export const clearMemory = (client: QueryClient): void => {
  const cache = client.getQueryCache()
  for (const query of cache.findAll({ predicate: isOwn })) {
    query.reset()
    if (!query.isActive()) cache.remove(query)
  }
  client.getMutationCache().clear()
}

/** Nothing of a member stays on this device. Memory and first frame go at once, the stored answers right after. */
export const purge = async (client: QueryClient): Promise<void> => {
  freezeGlance()
  clearMemory(client)
  removeGlance()
  setOutboxRows([])
  setCurrentOwner(null)
  if ('clearAppBadge' in navigator) void navigator.clearAppBadge().catch(() => undefined)
  void tellWorker({ type: 'purge' }).catch(() => undefined)
  await clearSnapshots()
}
