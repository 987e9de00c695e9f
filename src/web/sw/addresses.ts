import { calls } from '#contract/calls'

// Which requests the worker answers itself. Everything else is left alone: no respondWith, the browser goes on.

/** Pages of the app (spec, section 2): any of them opens the shell. */
export const appRoutes: readonly string[] = [
  '/',
  '/standings',
  '/skaters',
  '/goalies',
  '/keepers',
  '/draft',
  '/draft-report',
  '/draft-admin',
  '/players-preview',
  '/nhl-standings',
  '/rules',
  '/teams/{teamId}',
  '/players/{playerId}',
  '/roster-changes',
  '/trades',
  '/shopping-cart',
  '/team-settings',
]

/** Never answered with the shell: the server's own pages, its provider, its health. An OIDC callback must reach it. */
export const serverPaths: readonly string[] = ['/api', '/auth', '/idp', '/ws', '/healthz', '/readyz']

/** Reading calls whose last good answer is kept (contract: `glance` and `snapshot`). */
export const keptPaths: readonly string[] = [
  ...new Set(
    calls.flatMap(({ call }) =>
      call.method === 'GET' && (call.offline === 'glance' || call.offline === 'snapshot') ? [call.path] : [],
    ),
  ),
]

const toPattern = (path: string): RegExp => {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${escaped}$`)
}

const appPatterns = appRoutes.map(toPattern)
const keptPatterns = keptPaths.map(toPattern)

const isServerPath = (pathname: string): boolean =>
  serverPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`))

/** A page of ours that is opened by address; `/standings/` is the same as `/standings`. */
export const isAppPage = ({ pathname }: URL): boolean => {
  if (isServerPath(pathname)) return false
  const trimmed = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  return appPatterns.some((pattern) => pattern.test(trimmed))
}

export const isKeptCall = (method: string, { pathname }: URL): boolean =>
  method === 'GET' && keptPatterns.some((pattern) => pattern.test(pathname))

/** Portraits and logos that the server names by full address. */
export const isForeignPicture = (url: URL, destination: string, ownOrigin: string): boolean =>
  destination === 'image' && url.protocol === 'https:' && url.origin !== ownOrigin
