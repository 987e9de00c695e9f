import { clientsClaim } from 'workbox-core'
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { addressOf } from '#contract/call'
import { getCart } from '#contract/trading'
import { SENDING, TIMEOUT_MS } from '../net/sending.ts'
import { savesData } from '../offline/saves-data.ts'
import { openSnapshotStore, recreateSnapshots } from '../offline/snapshot-store.ts'
import { createStoreAccess, type StorageTrouble } from '../offline/store-access.ts'
import { type FromWorker, readToWorker } from '../offline/worker-messages.ts'
import { createFlusher, exclusively, OUTBOX, openOutboxChannel } from '../outbox/flusher.ts'
import { openOutboxStore, recreateOutbox } from '../outbox/outbox-store.ts'
import { createExtras, EXTRAS_LIMIT_MS, isCode, isTheFile } from './built-files.ts'
import { createPush } from './push.ts'
import { createPictureCache, createResponseCache, isAppPage, isCachedCall, isForeignPicture } from './response-cache.ts'
import { createWarmUp } from './warm-up.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] }

const now = () => Date.now()
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** For one file of the code on the slowest of lines. */
const CODE_LIMIT_MS = 60_000

const postToPages = async (message: FromWorker): Promise<void> => {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) page.postMessage(message)
}

const report = (trouble: StorageTrouble) => void postToPages({ type: 'storage-trouble', trouble })
const access = createStoreAccess({
  open: async () => openSnapshotStore(),
  recreate: recreateSnapshots,
  report,
})
const fetchAndCache = createResponseCache({ access, fetch: (request) => fetch(request), now })
const fetchPicture = createPictureCache({ caches: self.caches, fetch: (input, init) => fetch(input, init), now })

const load = async (address: string): Promise<Response> => {
  // A hanging request would keep the worker busy, and a new version waiting, for minutes.
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const { response, stored } = await fetchAndCache(new Request(address, { ...SENDING, signal }))
  if (!(await stored)) throw new Error('The answer is not from the league.')
  return response
}

const warmUp = createWarmUp({
  access,
  load,
  now,
  savesData,
  isLeaving: () => self.registration.waiting !== null,
  progress: (step) => postToPages({ type: 'warm-up-progress', ...step }),
})

const outboxChannel = openOutboxChannel(() => undefined)
const outbox = createFlusher({
  access: createStoreAccess({ open: async () => openOutboxStore(), recreate: recreateOutbox, report }),
  now,
  chance: Math.random,
  exclusively,
  identified: async () => undefined,
  refreshCart: async (teamId) => (await load(addressOf(getCart, { teamId })).catch(() => null))?.ok === true,
  changed: outboxChannel.announce,
})

const push = createPush({
  registration: self.registration,
  clients: self.clients,
  origin: self.location.origin,
})

// Listed by the build: the shell and every screen, without which there is no worker; then pictures and fonts.
const files = self.__WB_MANIFEST.map((file) => (typeof file === 'string' ? { url: file } : file))
const extras = createExtras({
  caches: self.caches,
  fetch: (input, init) => fetch(input, init),
  origin: self.location.origin,
  entries: files.filter((file) => !isCode(file)),
  limitMs: TIMEOUT_MS,
})
addPlugins([
  {
    // Without an end the installation would neither succeed nor fail.
    requestWillFetch: async ({ request }) => new Request(request, { signal: AbortSignal.timeout(CODE_LIMIT_MS) }),
    cacheWillUpdate: async ({ request, response }) =>
      (await isTheFile(new URL(request.url), response)) ? response : null,
  },
])
precacheAndRoute(files.filter(isCode))
cleanupOutdatedCaches()
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && extras.has(url),
  ({ request }) => extras.answer(request),
)
self.addEventListener('install', (event) => event.waitUntil(Promise.race([extras.store(), after(EXTRAS_LIMIT_MS)])))
self.addEventListener('activate', (event) => event.waitUntil(extras.clean().catch(() => undefined)))
// Controls the first page at once: one visit is enough to work offline.
clientsClaim()

const shell = createHandlerBoundToURL('/index.html')
registerRoute(({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isAppPage(url), shell)

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && isCachedCall(request.method, url),
  async ({ request, event }) => {
    const { response, stored } = await fetchAndCache(request)
    event.waitUntil(stored)
    return response
  },
)

registerRoute(
  ({ request, url }) => isForeignPicture(url, request.destination, self.location.origin),
  async ({ request, event }) => {
    const { response, stored } = await fetchPicture(request)
    event.waitUntil(stored)
    return response
  },
)

// The worker handles GET only: where the browser can, other requests do not wait for it to start.
self.addEventListener('install', (event: Event) => {
  if (!(event instanceof ExtendableEvent) || !('addRoutes' in event) || typeof event.addRoutes !== 'function') return
  event.waitUntil(event.addRoutes({ condition: { not: { requestMethod: 'GET' } }, source: 'network' }))
})

// Messages about who owns the rows are handled in their order; what depends on it waits for them.
let ownerChanges: Promise<unknown> = Promise.resolve()
const changeOwner = (step: () => Promise<unknown>): Promise<unknown> => {
  ownerChanges = ownerChanges.then(step)
  return ownerChanges
}

self.addEventListener('message', (event) => {
  const message = readToWorker(event.data)
  if (message?.type === 'set-owner') {
    event.waitUntil(changeOwner(() => access.use((store) => store.setOwner(message.owner, message.former))))
  }
  if (message?.type === 'purge') {
    event.waitUntil(changeOwner(() => access.use((store) => store.clear())))
    event.waitUntil(push.end().catch(() => undefined))
  }
  if (message?.type === 'warm-up') {
    event.waitUntil(ownerChanges.then(() => warmUp(message.always)))
    event.waitUntil(extras.store())
  }
  if (message?.type === 'claim') event.waitUntil(self.clients.claim())
  if (message?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
})

// In browsers that have it: the connection is back, perhaps with no page open.
self.addEventListener('sync', (event: Event) => {
  if (!(event instanceof ExtendableEvent) || !('tag' in event) || event.tag !== OUTBOX) return
  const send = async () => {
    // The browser tries again later when this fails.
    if ((await outbox.flush(true)) !== null) throw new Error('Some changes are not sent yet.')
  }
  event.waitUntil(send())
})

self.addEventListener('push', (event) => event.waitUntil(push.show(event.data?.text())))
self.addEventListener('notificationclick', (event) => event.waitUntil(push.open(event.notification)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(push.renew().catch(() => undefined)))
