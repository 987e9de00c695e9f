import type { QueryClient } from '@tanstack/react-query'
import { getLastUpdated } from '#contract/stats'
import { onConnectionBack, watchConnection } from '../offline/connection.ts'
import { finishEndingSession, isSessionEnding } from '../offline/ending-session.ts'
import { hydrateGlance, keepGlance } from '../offline/glance.ts'
import { watchInstall } from '../offline/install.ts'
import { startSession } from '../offline/log-out.ts'
import { checkSnapshots, probeSnapshots } from '../offline/snapshots.ts'
import { startUpdates } from '../offline/updates.ts'
import { listenToWorker, tellWorker } from '../offline/worker-channel.ts'
import { request } from './client.ts'
import { askSessionState } from './session-state.ts'

/** Well after the first screen has what it needs. */
const CHECK_STORAGE_AFTER_MS = 2_000

const goTo = (address: string) => window.location.assign(address)

/** Before the first render: what was kept is in memory, so that the first frame has it. Synchronous. */
export const beforeFirstRender = (client: QueryClient): void => {
  // The browser offers the installation once, perhaps before anything is drawn.
  watchInstall()
  startSession({ client, askServer: askSessionState, goTo })
  if (isSessionEnding()) client.setQueryData(['user'], null)
  else hydrateGlance(client)
  keepGlance(client)
}

let finishing: Promise<boolean> | null = null

const finishEnding = async (client: QueryClient): Promise<void> => {
  if (!isSessionEnding()) return
  // The question itself may tell that the connection is back, which asks again.
  if (finishing) return
  finishing = finishEndingSession(askSessionState, goTo)
  const ended = await finishing.finally(() => {
    finishing = null
  })
  if (ended) await client.invalidateQueries({ queryKey: ['user'] })
}

/** Everything that can wait until something is on screen. */
export const afterFirstRender = (client: QueryClient): void => {
  void finishEnding(client)
  listenToWorker()
  onConnectionBack(() => finishEnding(client))
  onConnectionBack(() =>
    client.refetchQueries({ type: 'active', predicate: (query) => query.isStale() || query.state.error !== null }),
  )
  onConnectionBack(() => tellWorker({ type: 'warm-up', always: false }))
  watchConnection(async () => {
    if (isSessionEnding()) await askSessionState()
    else await request(getLastUpdated, {})
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void probeSnapshots()
  })
  setTimeout(() => void checkSnapshots(), CHECK_STORAGE_AFTER_MS)
  startUpdates({ isSending: () => client.isMutating() > 0 })
}
