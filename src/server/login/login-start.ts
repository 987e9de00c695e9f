import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendPage, sentencePage } from '../http/answers/page.ts'
import { isLocal } from '../settings/variables.ts'
import type { Cookie } from './cookies/cookie.ts'
import type { SecurityLog } from './security-log.ts'
import type { Sessions } from './sessions.ts'

export interface LoginParts {
  readonly sessions: Sessions
  readonly sessionCookie: Cookie
  /** Seconds that its cookie lives. */
  readonly sessionSeconds: number
  /** Remembers a login under way, sealed with `loginKey`. */
  readonly loginCookie: Cookie
  readonly loginKey: Buffer
  readonly securityLog: SecurityLog
  readonly publicUrl: URL
  readonly clock: () => Date
}

/** Options of a route that people go to. HEAD would do what GET does, a logout for instance. */
export const PAGE = { exposeHeadRoute: false } as const

/**
 * Where a request for a page comes from: `own` when the member went there from the app or typed the address, `foreign`
 * when another site led here, `hidden` when it is not a navigation at all (a picture, a frame, a prefetch).
 */
type Navigation = 'own' | 'foreign' | 'hidden'

export const navigationOf = ({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: URL): Navigation => {
  const site = headers['sec-fetch-site']
  // Browsers before 2023 send none of these; then only the Referer is left.
  if (site === undefined) {
    const { referer } = headers
    return referer === undefined || (URL.canParse(referer) && new URL(referer).origin === publicUrl.origin)
      ? 'own'
      : 'foreign'
  }
  const page = headers['sec-fetch-mode'] === 'navigate' && (headers['sec-fetch-dest'] ?? 'document') === 'document'
  if (!page || 'sec-purpose' in headers) return 'hidden'
  return site === 'same-origin' || site === 'none' ? 'own' : 'foreign'
}

const again = (returnTo: string): string =>
  returnTo === '/' ? '/auth/login' : `/auth/login?return=${encodeURIComponent(returnTo)}`

/** A way to try again, on the requested page. */
export const againLink = (returnTo: string, label: string) => ({ href: again(returnTo), label })

export const loginFailed = (reply: FastifyReply, sentence: string, returnTo: string): FastifyReply =>
  sendPage(reply, 400, sentencePage('Login failed', sentence, againLink(returnTo, 'Log in again')))

/** `/auth/login`: `begin` leads on to where people say who they are. */
export function registerLoginStart(
  app: FastifyInstance,
  publicUrl: URL,
  begin: (request: FastifyRequest, reply: FastifyReply, returnTo: string) => Promise<FastifyReply>,
): void {
  app.get<{ Querystring: { return?: unknown; moved?: unknown } }>('/auth/login', PAGE, async (request, reply) => {
    const returnTo = returnPath(request.query.return)
    // A login begun at 127.0.0.1 would end at localhost, without its cookie. Only once: a proxy may change the host.
    if (isLocal(publicUrl) && request.host !== publicUrl.host && request.query.moved === undefined) {
      return reply.redirect(`${publicUrl.origin}/auth/login?return=${encodeURIComponent(returnTo)}&moved`)
    }
    if (navigationOf(request, publicUrl) === 'hidden') return loginFailed(reply, 'Please log in from the app.', '/')
    return begin(request, reply, returnTo)
  })
}

// Any origin: only there to let the URL parser resolve dots, encodings and back slashes as a browser would.
const HERE = 'http://own.invalid'
const LONGEST = 2000
/** Addresses that are not pages of the app; going there after login would loop or show data. */
const NOT_PAGES = /^\/(auth|idp|api|ws)(\/|$)/i

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return '/auth'
  }
}

/** The page to show after login: the requested one when it is one of our own pages, else the front page. */
export const returnPath = (requested: unknown): string => {
  if (typeof requested !== 'string' || requested.length > LONGEST || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(requested))
    return '/'
  if (!URL.canParse(requested, HERE)) return '/'
  const { origin, pathname, search, hash } = new URL(requested, HERE)
  // "/x/..//host" is harmless as written and a foreign host once resolved.
  if (origin !== HERE || pathname.startsWith('//') || NOT_PAGES.test(decoded(pathname))) return '/'
  return pathname + search + hash
}
