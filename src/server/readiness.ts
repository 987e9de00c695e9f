import type { FastifyInstance } from 'fastify'
import { sendPage, sentencePage } from './auth/page.ts'
import type { Readiness } from './context.ts'
import { HttpError } from './http-error.ts'
import { pathOf } from './request-path.ts'

const NEEDS_LEAGUE = /^\/(api|auth|idp|ws)\//
const SHOWN_IN_BROWSER = /^\/(auth|idp)\//
/** When to ask again, in every answer that says "not now". */
export const RETRY_S = '2'

const preparing = sentencePage(
  'Almost there',
  'The league is being prepared; this page goes on by itself in a moment.',
  {
    href: '/auth/login',
    label: 'Try again',
  },
)

/** While the league is being made the app's files are served already, and everything else says "in a moment". */
export function registerReadiness(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (readiness.ready) return done()
    const path = pathOf(request)
    if (!NEEDS_LEAGUE.test(path)) return done()
    if (!SHOWN_IN_BROWSER.test(path)) return done(new HttpError(503, 'UNAVAILABLE'))
    sendPage(reply.header('retry-after', RETRY_S).header('refresh', RETRY_S), 503, preparing)
  })
}
