import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendPage, sentencePage } from '../answers/page.ts'
import { isLocal } from './cookies/cookie.ts'
import { navigationOf, PAGE } from './navigation.ts'
import { returnPath } from './return-path.ts'

const again = (returnTo: string): string =>
  returnTo === '/' ? '/auth/login' : `/auth/login?return=${encodeURIComponent(returnTo)}`

/** A way to try again, on the page that was asked for. */
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
