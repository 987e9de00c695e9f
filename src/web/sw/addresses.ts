import type { TSchema } from 'typebox'
import type { Call } from '#contract/call'
import { calls } from '#contract/calls'

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
export const answerSchemaAt = ({ pathname }: URL): TSchema | null =>
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
