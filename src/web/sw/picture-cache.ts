export const PICTURES = 'pool-pictures'
export const MAX_PICTURES = 300
export const MAX_AGE_MS = 30 * 24 * 60 * 60_000
const KEPT_AT = 'x-kept-at'

interface Deps {
  readonly caches: Pick<CacheStorage, 'open' | 'delete'>
  readonly fetch: (input: Request | string, init?: RequestInit) => Promise<Response>
  readonly now: () => number
}

interface CachedPicture {
  readonly response: Response
  readonly stored: Promise<void>
}

/** Portraits and logos of other hosts: from the cache while recent, and offline from the cache whatever their age. */
export const createPictureCache = ({ caches, fetch, now }: Deps) => {
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
