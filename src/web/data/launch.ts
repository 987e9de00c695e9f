import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { getLastUpdated } from '#contract/stats'
import { hasFeature } from '#contract/user'
import { countReturns, isOnline, onConnectionBack, reportNoAnswer } from '../net/connection.ts'
import { request } from '../net/request.ts'
import { askSessionState, finishEndingSession, isSessionEnding, reportUnendedSession } from '../net/session-state.ts'
import { watchInstall } from '../offline/install.ts'
import { removeLocal } from '../offline/local-storage.ts'
import { savesData } from '../offline/saves-data.ts'
import { checkSnapshots, probeSnapshots } from '../offline/snapshots.ts'
import { hydrateFromStartupCache, keepStartupCache } from '../offline/startup-cache.ts'
import { startUpdates } from '../offline/updates.ts'
import { listenToWorker, postToWorker } from '../offline/worker-channel.ts'
import { isOutboxSending } from '../outbox/outbox-rows.ts'
import { cart, leagueSettings } from './league.ts'
import { IDLE_DELAY_MS, startSession } from './session.ts'
import { currentUser } from './user.ts'

/** How often the server is probed while offline. */
export const PROBE_MS = 15_000
/** After a hint from the browser: a waking phone's first request may fail, the next one does not. */
const HINT_AGAIN_MS = [300, 1_000, 3_000] as const

/** While offline and visible, probes the server periodically, and at once on a hint from the browser. */
export const watchConnection = (probe: () => Promise<void>): (() => void) => {
  const ask = () => {
    if (!isOnline() && document.visibilityState === 'visible') void probe().catch(() => undefined)
  }
  let again: ReturnType<typeof setTimeout>[] = []
  const stopAgain = () => {
    for (const timer of again) clearTimeout(timer)
  }
  const hint = () => {
    ask()
    stopAgain()
    again = HINT_AGAIN_MS.map((ms) => setTimeout(ask, ms))
  }
  const timer = setInterval(ask, PROBE_MS)
  const watch = new AbortController()
  for (const name of ['online', 'focus', 'pageshow']) window.addEventListener(name, hint, watch)
  window.addEventListener('offline', reportNoAnswer, watch)
  document.addEventListener('visibilitychange', hint, watch)
  return () => {
    clearInterval(timer)
    stopAgain()
    watch.abort()
  }
}

/** What the bars show or lead to: the number of players in the cart, whether it is time for the draft, the night. */
const askForBars = (client: QueryClient): void => {
  const user = client.getQueryData(currentUser().queryKey)
  if (!user) return
  const ask = <Answer>(query: FetchQueryOptions<Answer>): void => {
    // A screen that has just failed is not sent back to loading.
    if (client.getQueryState(query.queryKey)?.status !== 'error') void client.prefetchQuery(query)
  }
  if (user.teamId != null) ask(cart(user.teamId))
  ask(leagueSettings())
  // The rest of the draft's calls would come along: the first screen does without.
  void import('./draft.ts').then(({ pickSequence }) => ask(pickSequence())).catch(() => undefined)
  // Looked at more often than anything while games are on: the tap finds it in memory.
  if (hasFeature(user, 'tonight') && !savesData()) {
    void import('./tonight.ts').then(({ tonight }) => ask(tonight())).catch(() => undefined)
  }
}

const goTo = (address: string) => window.location.assign(address)

const loadOutbox = async (client: QueryClient) => (await import('./outbox.ts')).outboxOf(client)

/** Before the first render: loads the startup cache into memory. Synchronous: the first render has it. */
export const beforeFirstRender = (client: QueryClient): void => {
  // Up to version 0.3.0 the last trade was stored here.
  removeLocal('pool-sent-trades')
  // The browser offers the installation once, perhaps before anything is drawn.
  watchInstall()
  startSession({
    client,
    askServer: askSessionState,
    goTo,
    dropChanges: async (owner) => (await loadOutbox(client)).clear(owner),
  })
  if (isSessionEnding()) {
    reportUnendedSession()
    client.setQueryData(['user'], null)
  } else hydrateFromStartupCache(client)
  keepStartupCache(client)
}

let finishing: Promise<boolean> | null = null
let again: ReturnType<typeof setTimeout> | undefined

/** Ends a session that an earlier page could not end; retries until the server has confirmed it. */
export const finishEnding = async (client: QueryClient, leave = goTo): Promise<void> => {
  if (!isSessionEnding()) return
  // The request itself may bring the connection back, which calls this again.
  if (finishing) return
  clearTimeout(again)
  finishing = finishEndingSession(askSessionState, leave)
  const ended = await finishing.finally(() => {
    finishing = null
  })
  if (ended) await client.invalidateQueries({ queryKey: ['user'] })
  // A failing server, or a logout that led nowhere.
  else again = setTimeout(() => void finishEnding(client, leave), PROBE_MS)
}

/** Sends pending changes whenever that may succeed; the outbox's code is loaded at the first attempt. */
const watchOutbox = (client: QueryClient): (() => Promise<void>) => {
  const flush = async () => {
    if (isSessionEnding()) return
    await (await loadOutbox(client)).flush()
  }
  const tryFlush = () => void flush().catch(() => undefined)
  // At the launch and after a login: the server has identified the user, or cannot be reached.
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== 'user') return
    const { action } = event
    if (action.type === 'error' || (action.type === 'success' && !action.manual)) tryFlush()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') tryFlush()
  })
  // Over a very slow line pending changes are shown all the same.
  setTimeout(tryFlush, IDLE_DELAY_MS)
  return flush
}

/**
 * Refetches everything on screen, however fresh. Returns of the connection during a refetch are covered by it:
 * otherwise a single failing call among successful ones would cause refetches without end.
 */
export const renewScreen = (client: QueryClient): (() => Promise<void>) => {
  let isRenewing = false
  let met = 0
  return async () => {
    if (isRenewing || countReturns() === met) return
    isRenewing = true
    await client.refetchQueries({ type: 'active' })
    isRenewing = false
    met = countReturns()
  }
}

/** Everything that can wait until something is on screen. */
export const afterFirstRender = (client: QueryClient): void => {
  void finishEnding(client)
  listenToWorker()
  onConnectionBack(() => finishEnding(client))
  const flush = watchOutbox(client)
  onConnectionBack(flush)
  onConnectionBack(renewScreen(client))
  onConnectionBack(() => postToWorker({ type: 'warm-up', always: false }))
  watchConnection(async () => {
    if (isSessionEnding()) await askSessionState()
    else await request(getLastUpdated, {})
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void probeSnapshots()
  })
  setTimeout(() => void checkSnapshots(), IDLE_DELAY_MS)
  setTimeout(() => askForBars(client), IDLE_DELAY_MS)
  startUpdates({ isSending: () => client.isMutating() > 0 || isOutboxSending() })
}
