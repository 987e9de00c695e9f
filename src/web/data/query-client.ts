import { notifyManager, onlineManager, QueryCache, QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Pick } from '#contract/draft'
import type { ErrorCode } from '#contract/errors'
import type { Outsider } from '#contract/user'
import { CallError } from '../net/call-error.ts'
import { isOnline, subscribeOnline } from '../net/connection.ts'
import { OUTSIDER_KEY } from './user.ts'

const USER_KEY = 'user'
const NOT_A_MEMBER: ErrorCode = 'NOT_A_MEMBER'

// The library's default, a timer, queues behind whatever else a slow phone is doing before an answer is drawn, and lets
// code that awaited the answer run first: https://github.com/TanStack/query/issues/8815
notifyManager.setScheduler(queueMicrotask)

/** The single source of truth while the app runs. Retries are up to the call (`readThrough`), not to the library. */
export const createQueryClient = (): QueryClient => {
  // The library assumes 'online' at the start; the connection module knows better.
  onlineManager.setEventListener((setOnline) => subscribeOnline(() => setOnline(isOnline())))
  onlineManager.setOnline(isOnline())

  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // The session or the membership has ended: fetching the user clears what belonged to it.
        const isOver = error instanceof CallError && (error.kind === 'login' || error.code === NOT_A_MEMBER)
        if (isOver && query.queryKey[0] !== USER_KEY) void client.invalidateQueries({ queryKey: [USER_KEY] })
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        retry: false,
        // Above 2^31-1 ms the timer overflows and collects at once; Infinity sets none.
        gcTime: Number.POSITIVE_INFINITY,
        // On reconnect we refetch in a fixed order: the outbox is sent first.
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}

/**
 * The pick sequence as far as it is known. It is fetched elsewhere: the draft's calls are not part of the first screen.
 */
export const useKnownPicks = (): readonly Pick[] | undefined =>
  useQueryCache((client) => client.getQueryData<Pick[]>(['pick-sequence']))

/** A user who is logged in and not a member; null for everybody else. */
export const useOutsider = (): Outsider | null =>
  useQueryCache((client) => client.getQueryData<Outsider | null>(OUTSIDER_KEY)) ?? null

/**
 * What `read` finds in memory, read again after each change there; the same as long as nothing it reads has changed.
 */
export function useQueryCache<T>(read: (client: QueryClient) => T): T {
  const client = useQueryClient()
  const subscribe = useCallback(
    // Not at once: queries report while the components that use them are being rendered.
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  )
  return useSyncExternalStore(subscribe, () => read(client))
}
