import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendPage, sentencePage } from '../http/answers/page.ts'
import { isLocal } from './cookies/cookie.ts'
import { navigationOf, PAGE } from './navigation.ts'

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
