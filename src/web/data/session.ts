import type { Query, QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/user'
import {
  isSessionEnding,
  markSessionEnding,
  type SessionState,
  silenceSession,
  unmarkSessionEnding,
} from '../net/session-state.ts'
import { currentOwner, formerOwnerOf, ownerOf, setCurrentOwner } from '../offline/owner.ts'
import { clearSnapshots } from '../offline/snapshots.ts'
import { freezeStartupCache, removeStartupCache, thawStartupCache } from '../offline/startup-cache.ts'
import { postToWorker } from '../offline/worker-channel.ts'
import { setOutboxRows } from '../outbox/outbox-rows.ts'

/** Background work waits this long after a launch, until the first screen has what it needs. */
export const IDLE_DELAY_MS = 2_000

const isOwn = (query: Query): boolean => query.queryKey[0] !== 'user'

/** Clears everything but the user from memory; mounted screens go back to loading. */
const clearMemory = (client: QueryClient): void => {
  const cache = client.getQueryCache()
  for (const query of cache.findAll({ predicate: isOwn })) {
    query.reset()
    if (!query.isActive()) cache.remove(query)
  }
  client.getMutationCache().clear()
}

/** Removes a member's data from this device: memory and first frame at once, the stored answers right after. */
export const purge = async (client: QueryClient): Promise<void> => {
  freezeStartupCache()
  clearMemory(client)
  removeStartupCache()
  setOutboxRows([])
  setCurrentOwner(null)
  if ('clearAppBadge' in navigator) void navigator.clearAppBadge().catch(() => undefined)
  void postToWorker({ type: 'purge' }).catch(() => undefined)
  await clearSnapshots()
}

const announceOwner = async (owner: string, former: string | null, isNew: boolean): Promise<void> => {
  await postToWorker({ type: 'set-owner', owner, former })
  await new Promise((resolve) => setTimeout(resolve, IDLE_DELAY_MS))
  await postToWorker({ type: 'warm-up', always: isNew })
}

/** The server has identified the user: anyone else's data is gone before this resolves. */
export const confirmOwner = async (client: QueryClient, user: User | null): Promise<void> => {
  // An answer from before the logout is ignored.
  if (user && isSessionEnding()) return
  const before = currentOwner()
  const now = user && ownerOf(user)
  const former = user && formerOwnerOf(user)
  const isOther = before !== null && before !== now && before !== former
  if (isOther) {
    await purge(client)
  } else if (now === null) {
    // No user's data is in memory, but rows of a former session may still be stored.
    void postToWorker({ type: 'purge' }).catch(() => undefined)
    if (user) await clearSnapshots()
  }
  if (now !== null) {
    setCurrentOwner(now, former)
    thawStartupCache()
    void announceOwner(now, former, before !== now).catch(() => undefined)
  }
  if (user && isOther) void client.refetchQueries({ type: 'active', predicate: isOwn })
}

interface Session {
  readonly client: QueryClient
  readonly askServer: () => Promise<SessionState>
  readonly goTo: (address: string) => void
  /** Drops the member's cart changes that are still pending here. */
  readonly dropChanges: (owner: string) => Promise<void>
}

const LOGGED_OUT = 'logged-out'

let session: Session | null = null
let channel: BroadcastChannel | null = null

/** Called once at launch; also listens for a logout in another tab. */
export const startSession = (started: Session): void => {
  session = started
  if (typeof BroadcastChannel === 'undefined') return
  channel?.close()
  channel = new BroadcastChannel('pool-session')
  channel.onmessage = (event: MessageEvent<unknown>) => {
    if (event.data !== LOGGED_OUT) return
    silenceSession()
    void purge(started.client).finally(() => started.goTo('/'))
  }
}

/** Removes the member's data from this device and ends the session; offline, as soon as there is a connection. */
export const logOut = async (): Promise<void> => {
  if (!session) return
  const { client, askServer, goTo, dropChanges } = session
  const owner = currentOwner()
  markSessionEnding()
  await client.cancelQueries()
  const dropped = owner === null ? Promise.resolve() : dropChanges(owner).catch(() => undefined)
  const cleared = purge(client)
  // The user is cleared as the page goes: earlier, the screen would flash a login; later, the back-forward cache
  // would show it.
  window.addEventListener('pagehide', () => client.setQueryData(['user'], null), { once: true })
  channel?.postMessage(LOGGED_OUT)
  const reached = (await askServer()) !== 'unknown'
  if (reached) unmarkSessionEnding()
  await Promise.all([cleared, dropped])
  goTo(reached ? '/auth/logout' : '/')
}
