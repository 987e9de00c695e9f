import type { QueryClient } from '@tanstack/react-query'
import { markSessionEnding, type SessionState, silenceSession, unmarkSessionEnding } from './ending-session.ts'
import { currentOwner } from './owner.ts'
import { purge } from './purge.ts'

interface Session {
  readonly client: QueryClient
  readonly askServer: () => Promise<SessionState>
  readonly goTo: (address: string) => void
  /** Drops the cart changes that he has waiting here. */
  readonly dropChanges: (owner: string) => Promise<void>
}

const LOGGED_OUT = 'logged-out'

let session: Session | null = null
let channel: BroadcastChannel | null = null

/** Who to clear and where to go, handed in at launch; also listens to what other tabs say. */
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

/** Leaves nothing of the member on this device, then ends the session; without a connection, as soon as there is one. */
export const logOut = async (): Promise<void> => {
  if (!session) return
  const { client, askServer, goTo, dropChanges } = session
  const owner = currentOwner()
  markSessionEnding()
  await client.cancelQueries()
  const dropped = owner === null ? Promise.resolve() : dropChanges(owner).catch(() => undefined)
  const cleared = purge(client)
  // The name goes with the page: sooner, the screen would ask for a login on its way out; later, the browser's way back would show it.
  window.addEventListener('pagehide', () => client.setQueryData(['user'], null), { once: true })
  channel?.postMessage(LOGGED_OUT)
  const reached = (await askServer()) !== 'unknown'
  if (reached) unmarkSessionEnding()
  await Promise.all([cleared, dropped])
  goTo(reached ? '/auth/logout' : '/')
}
