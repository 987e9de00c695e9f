import type { TSchema } from 'typebox'
import type { Call } from '#contract/call'
import { calls } from '#contract/calls'
import { fitsAnswer } from '../net/answer-check.ts'
import { SNAPSHOT_VERSION, type Snapshot, type SnapshotStore } from '../offline/snapshot-store.ts'
import type { StoreAccess } from '../offline/store-access.ts'

// Which requests the worker answers itself. Everything else is left alone: no respondWith, the browser handles it.

/** Never answered with the shell: the server's own pages, its provider, its health. An OIDC callback must reach it. */
const serverPaths: readonly string[] = ['/api', '/auth', '/idp', '/ws', '/healthz', '/readyz']

/** GET calls whose last good answer is stored (contract: `startup` and `snapshot`). */
const cachedCalls: readonly Call[] = calls
  .map(({ call }) => call)
  .filter(({ method, offline }) => method === 'GET' && (offline === 'startup' || offline === 'snapshot'))

export const cachedPaths: readonly string[] = [...new Set(cachedCalls.map(({ path }) => path))]

const toPattern = (path: string): RegExp => {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${escaped}$`)
}

const cachedAnswers = cachedCalls.map(({ path, answer }) => ({ pattern: toPattern(path), answer }))

/** The schema of the answers stored for an address; null where none are. */
const answerSchemaAt = ({ pathname }: URL): TSchema | null =>
  cachedAnswers.find(({ pattern }) => pattern.test(pathname))?.answer ?? null

const isServerPath = (pathname: string): boolean =>
  serverPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`))

/** Every address except the server's own and those of files opens the shell: it has a page for unknown ones, too. */
export const isAppPage = ({ pathname }: URL): boolean =>
  !isServerPath(pathname) && !(pathname.split('/').at(-1) ?? '').includes('.')

export const isCachedCall = (method: string, url: URL): boolean => method === 'GET' && answerSchemaAt(url) !== null

/** Portraits and logos that the server names by full address. */
export const isForeignPicture = (url: URL, destination: string, ownOrigin: string): boolean =>
  destination === 'image' && url.protocol === 'https:' && url.origin !== ownOrigin

/** The lookup must not delay the request for longer. */
const LOOKUP_MS = 300

interface ResponseDeps {
  readonly access: StoreAccess<SnapshotStore>
  readonly fetch: (request: Request) => Promise<Response>
  readonly now: () => number
}

interface Known {
  readonly owner: string | null
  readonly row: Snapshot | null
}

/** The response for the page, and its storing, which may take longer. */
interface CachedResponse {
  readonly response: Response
  /** False for a complete answer that does not fit its call: it did not come from the league and is not stored. */
  readonly stored: Promise<boolean>
}

const nothing = Promise.resolve(true)
const after = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))

/** A public network's login page, or anything else that does not fit the call, must not replace a row. */
const isAnswer = (schema: TSchema | null, text: string): boolean => {
  try {
    return schema !== null && fitsAnswer(schema, JSON.parse(text))
  } catch {
    return false
  }
}

/** The stored row as a response, after a 304 without a body. */
const unchanged = ({ body, etag }: Snapshot): Response =>
  new Response(body, {
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...(etag === null ? {} : { ETag: etag }) },
  })

/** Passes a call to the network as a conditional request and stores the answer. Never answers without the network. */
export const createResponseCache = ({ access, fetch, now }: ResponseDeps) => {
  const keep = async (snapshot: Snapshot): Promise<true> => {
    await access.use((store) => store.putIfNewer(snapshot))
    return true
  }

  return async (request: Request): Promise<CachedResponse> => {
    const url = new URL(request.url)
    const address = url.pathname + url.search
    const schema = answerSchemaAt(url)
    const sentAt = now()
    const lookup = access.use<Known>(async (store) => ({ owner: await store.owner(), row: await store.read(address) }))
    const row = (await Promise.race([lookup, after(LOOKUP_MS)]))?.row
    // A damaged row must not serve as an answer; without its ETag the server sends a complete one.
    const known = row && isAnswer(schema, row.body) ? row : null

    const headers = new Headers(request.headers)
    if (known?.etag) headers.set('If-None-Match', known.etag)
    const response = await fetch(new Request(request, { headers }))

    if (response.status === 304 && known) {
      return { response: unchanged(known), stored: keep({ ...known, fetchedAt: sentAt }) }
    }
    if (response.status !== 200) return { response, stored: nothing }

    const copy = response.clone()
    const store = async (): Promise<boolean> => {
      const body = await copy.text()
      if (!isAnswer(schema, body)) return false
      // The owner at the time of the request; the store refuses the row if that has changed since.
      const owner = (await lookup)?.owner
      if (!owner) return true
      return await keep({
        owner,
        address,
        version: SNAPSHOT_VERSION,
        body,
        etag: copy.headers.get('ETag'),
        fetchedAt: sentAt,
      })
    }
    return { response, stored: store() }
  }
}

export const PICTURES = 'pool-pictures'
export const MAX_PICTURES = 300
export const MAX_AGE_MS = 30 * 24 * 60 * 60_000
const KEPT_AT = 'x-kept-at'

interface PictureDeps {
  readonly caches: Pick<CacheStorage, 'open' | 'delete'>
  readonly fetch: (input: Request | string, init?: RequestInit) => Promise<Response>
  readonly now: () => number
}

interface CachedPicture {
  readonly response: Response
  readonly stored: Promise<void>
}

/** Portraits and logos of other hosts: from the cache while recent, and offline from the cache whatever their age. */
export const createPictureCache = ({ caches, fetch, now }: PictureDeps) => {
  const trim = async (cache: Cache): Promise<void> => {
    // Oldest first: storing a picture again puts it at the end.
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_PICTURES)).map((key) => cache.delete(key)))
  }

  const keep = async (url: string, picture: Response): Promise<void> => {
    const headers = new Headers(picture.headers)
    headers.set(KEPT_AT, String(now()))
    try {
      const cache = await caches.open(PICTURES)
      await cache.put(url, new Response(await picture.blob(), { headers }))
      await trim(cache)
    } catch {
      // Pictures are the first to go when the device is full.
      await caches.delete(PICTURES).catch(() => false)
    }
  }

  const find = async (url: string): Promise<Response | undefined> => {
    try {
      return await (await caches.open(PICTURES)).match(url)
    } catch {
      return undefined
    }
  }

  return async (request: Request): Promise<CachedPicture> => {
    const kept = await find(request.url)
    const nothing = Promise.resolve()
    if (kept && now() - Number(kept.headers.get(KEPT_AT)) < MAX_AGE_MS) return { response: kept, stored: nothing }
    try {
      // With CORS: an answer that cannot be read counts as several megabytes of the quota.
      const fetched = await fetch(request.url, { mode: 'cors', credentials: 'omit' })
      // A public network may answer with its login page.
      const isPicture = fetched.ok && fetched.headers.get('Content-Type')?.startsWith('image/') === true
      return { response: fetched, stored: isPicture ? keep(request.url, fetched.clone()) : nothing }
    } catch {
      return { response: kept ?? (await fetch(request)), stored: nothing }
    }
  }
}
