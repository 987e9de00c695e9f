import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Pick } from '#contract/draft'
import type { Outsider } from '#contract/user'
import { OUTSIDER_KEY } from './user.ts'

/**
 * The pick sequence as far as it is known. It is fetched elsewhere: the draft's calls are not part of the first screen.
 */
export const useKnownPicks = (): readonly Pick[] | undefined =>
  useQueryCache((client) => client.getQueryData<Pick[]>(['pick-sequence']))

/** A user who is logged in and not a member; null for everybody else. */
export const useOutsider = (): Outsider | null =>
  useQueryCache((client) => client.getQueryData<Outsider | null>(OUTSIDER_KEY)) ?? null

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
