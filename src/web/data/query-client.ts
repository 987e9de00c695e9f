import { notifyManager, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import type { ErrorCode } from '#contract/errors'
import { CallError } from '../net/call-error.ts'
import { getConnection, subscribeConnection } from '../net/connection.ts'

const USER_KEY = 'user'
const NOT_A_MEMBER: ErrorCode = 'NOT_A_MEMBER'

// The library's default, a timer, queues behind whatever else a slow phone is doing before an answer is drawn, and lets
// code that awaited the answer run first: https://github.com/TanStack/query/issues/8815
notifyManager.setScheduler(queueMicrotask)

/** The single source of truth while the app runs. Retries are up to the call (`readThrough`), not to the library. */
export const createQueryClient = (): QueryClient => {
  // The library assumes 'online' at the start; the connection module knows better.
  onlineManager.setEventListener((setOnline) => subscribeConnection(() => setOnline(getConnection().online)))
  onlineManager.setOnline(getConnection().online)

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
        // On reconnect we refetch in an order of our own: the outbox is sent first.
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}
