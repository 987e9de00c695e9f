import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/engine/database.ts'
import { DatabaseUnavailable } from '../db/engine/database-unavailable.ts'
import { HttpError, RETRY_S } from './answers/http-error.ts'
import { sendPage, sentencePage } from './answers/page.ts'
import { pathOf } from './limits/request-path.ts'

const NEEDS_LEAGUE = /^\/(api|auth|idp|ws)\//
const SHOWN_IN_BROWSER = /^\/(auth|idp)\//
/** Whether the league can be served at the moment: /readyz reports it. */
export interface Readiness {
  ready: boolean
}

const away = sentencePage(
  'Not available',
  'The league does not answer at the moment; this page tries again by itself.',
  { href: '/auth/login', label: 'Try again' },
)
const preparing = sentencePage(
  'Almost there',
  'The league is being prepared; this page continues by itself in a moment.',
  {
    href: '/auth/login',
    label: 'Try again',
  },
)

/**
 * While the league is being made, or its database is away, the app's files are served and everything else gets a 503:
 * prepared answers too, since nothing would announce that they are out of date.
 */
export function registerReadiness(
  app: FastifyInstance,
  { readiness, database }: { readiness: Readiness; database: Pick<Database, 'isAway'> },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isAway = database.isAway()
    if (readiness.ready && !isAway) return done()
    const path = pathOf(request)
    if (!NEEDS_LEAGUE.test(path)) return done()
    if (!SHOWN_IN_BROWSER.test(path)) {
      return done(isAway ? new DatabaseUnavailable() : new HttpError(503, 'UNAVAILABLE'))
    }
    sendPage(reply.header('retry-after', RETRY_S).header('refresh', RETRY_S), 503, isAway ? away : preparing)
  })
}
