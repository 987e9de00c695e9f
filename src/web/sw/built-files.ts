import type { PrecacheEntry } from 'workbox-precaching'

// The build's own files. The code is stored while the worker is installed, or there is no worker; pictures and fonts,
// which no page needs, are stored when they come.

const EXTRAS = 'pool-extras'
/** The installation does not wait longer for them, ms. */
export const EXTRAS_LIMIT_MS = 10_000
const AT_ONCE = 4

const CODE: Readonly<Record<string, RegExp>> = {
  html: /^text\/html\b/,
  js: /^(text|application)\/javascript\b/,
  css: /^text\/css\b/,
}
const NO_PAGE = /^(?!text\/html\b)/

const endingOf = (pathname: string): string => pathname.split('.').at(-1) ?? ''

export const isCode = ({ url }: PrecacheEntry): boolean => endingOf(url) in CODE

/** What the app is drawn into: no other page has it. */
const SHELL_MARK = 'id="root"'

/** Whether the answer is the file itself: a public network or a gateway puts its login page in its place. */
export const isTheFile = async ({ pathname }: URL, response: Response): Promise<boolean> => {
  const ending = endingOf(pathname)
  if (!response.ok || !(CODE[ending] ?? NO_PAGE).test(response.headers.get('Content-Type') ?? '')) return false
  return ending !== 'html' || (await response.clone().text()).includes(SHELL_MARK)
}

interface Deps {
  readonly caches: Pick<CacheStorage, 'open'>
  readonly fetch: (input: Request | string, init?: RequestInit) => Promise<Response>
  readonly origin: string
  readonly entries: readonly PrecacheEntry[]
  /** For one of them, ms. */
  readonly limitMs: number
}

/**
 * Pictures and fonts: what cannot be stored now is tried again with the next call, and the app works without it until
 * then.
 */
export const createExtras = ({ caches, fetch, origin, entries, limitMs }: Deps) => {
  /** The address that each is stored under, by its path: another revision is another address. */
  const keys = new Map(
    entries.map(({ url, revision }) => {
      const address = new URL(url, origin)
      return [address.pathname, revision ? `${address.href}?revision=${revision}` : address.href] as const
    }),
  )

  const keep = async (cache: Cache, path: string, key: string): Promise<void> => {
    const address = new URL(path, origin)
    const response = await fetch(address.href, { cache: 'no-cache', signal: AbortSignal.timeout(limitMs) })
    if (await isTheFile(address, response)) await cache.put(key, response)
  }

  return {
    has: ({ pathname }: URL): boolean => keys.has(pathname),

    answer: async (request: Request): Promise<Response> => {
      const key = keys.get(new URL(request.url).pathname)
      const stored =
        key &&
        (await caches
          .open(EXTRAS)
          .then((cache) => cache.match(key))
          .catch(() => undefined))
      return stored || fetch(request)
    },

    /** Stores what is missing. Never fails. */
    store: async (): Promise<void> => {
      try {
        const cache = await caches.open(EXTRAS)
        const stored = new Set((await cache.keys()).map(({ url }) => url))
        const missing = [...keys].filter(([, key]) => !stored.has(key))
        const work = async () => {
          for (let next = missing.shift(); next; next = missing.shift())
            await keep(cache, ...next).catch(() => undefined)
        }
        await Promise.all(Array.from({ length: AT_ONCE }, work))
      } catch {
        // A browser without room or storage shows the app without them when it is offline.
      }
    },

    /** Removes those of earlier builds. */
    clean: async (): Promise<void> => {
      const wanted = new Set(keys.values())
      const cache = await caches.open(EXTRAS)
      const old = (await cache.keys()).filter(({ url }) => !wanted.has(url))
      await Promise.all(old.map((request) => cache.delete(request)))
    },
  }
}
