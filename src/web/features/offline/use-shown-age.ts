import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** When the oldest data of this screen was fetched (ms), 0 without any, and whether it could not be renewed. */
export const useShownAge = (): { readonly fetchedAt: number; readonly failed: boolean } => {
  const client = useQueryClient()
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client])
  const read = useCallback(() => {
    let oldest = 0
    let failed = false
    for (const { state } of client.getQueryCache().findAll({ type: 'active' })) {
      if (state.data === undefined || state.data === null) continue
      if (oldest === 0 || state.dataUpdatedAt < oldest) oldest = state.dataUpdatedAt
      if (state.error !== null) failed = true
    }
    // One number, since the store is compared by identity.
    return failed ? -oldest : oldest
  }, [client])
  const age = useSyncExternalStore(subscribe, read)
  return { fetchedAt: Math.abs(age), failed: age < 0 }
}
