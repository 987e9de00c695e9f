import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** What `read` finds in memory, read again after each change there; the same as long as nothing it reads has changed. */
export function useQueryCache<T>(read: (client: QueryClient) => T): T {
  const client = useQueryClient()
  const subscribe = useCallback(
    // Not at once: queries report while the components that use them are being rendered.
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  )
  return useSyncExternalStore(subscribe, () => read(client))
}
