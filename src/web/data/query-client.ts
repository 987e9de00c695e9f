import { notifyManager, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { getConnection, subscribeConnection } from '../offline/connection.ts'
import { CallError } from './call-error.ts'

const USER_KEY = 'user'

// The library's own choice, a timer, waits behind whatever else a slow phone has to do before it draws an answer, and
// lets what awaited that answer draw first: https://github.com/TanStack/query/issues/8815
notifyManager.setScheduler(queueMicrotask)

/** The single truth while the app runs. What is tried again, and how often, is decided where a call is made. */
export const createQueryClient = (): QueryClient => {
  // The library believes in 'online' at start; the connection module knows better.
  onlineManager.setEventListener((setOnline) => subscribeConnection(() => setOnline(getConnection().online)))
  onlineManager.setOnline(getConnection().online)

  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // The session ended under us: asking who we are clears what belonged to it.
        const ended = error instanceof CallError && error.kind === 'login' && query.queryKey[0] !== USER_KEY
        if (ended) void client.invalidateQueries({ queryKey: [USER_KEY] })
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        retry: false,
        // Above 2^31-1 ms the timer overflows and collects at once; Infinity sets none.
        gcTime: Number.POSITIVE_INFINITY,
        // The connection's return refetches in our order: the outbox goes first.
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}
