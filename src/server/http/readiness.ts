import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { DatabaseUnavailable } from '../db/engine/database-errors.ts'
import { version } from '../settings/version.ts'
import { HttpError, RETRY_S } from './answers/http-error.ts'
import { sendPage, sentencePage } from './answers/page.ts'
import type { Context } from './context.ts'
import { pathOf } from './limits/request-path.ts'

const NEEDS_LEAGUE = /^\/(api|auth|idp|ws)\//
const SHOWN_IN_BROWSER = /^\/(auth|idp)\//

const page = (title: string, sentence: string) =>
  sentencePage(title, sentence, { href: '/auth/login', label: 'Try again' })
const away = page('Not available', 'The league does not answer at the moment; this page tries again by itself.')
const preparing = page('Almost there', 'The league is being prepared; this page continues by itself in a moment.')

/**
 * While the league is being made, or its database is away, the app's files are served and everything else gets a 503:
 * prepared answers too, since nothing would announce that they are out of date.
 */
export function registerReadiness(
  app: FastifyInstance,
  { readiness, database }: Pick<Context, 'readiness' | 'database'>,
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

/** Less than the 2 s within which `/readyz` always answers, whatever the database does. */
const CHECK_LIMIT_MS = 1_500

/** `/healthz`: the process runs, and its version. `/readyz`: the league can be read and changed. */
export function registerHealth(app: FastifyInstance, { database, readiness, writes }: Context): void {
  const passes = () =>
    database.check().then(
      () => writes.isWell(),
      () => false,
    )
  const isReady = async () =>
    readiness.ready && (await Promise.race([passes(), wait(CHECK_LIMIT_MS, false, { ref: false })]))

  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version }),
  )
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const ready = await isReady()
    if (!ready) reply.header('retry-after', RETRY_S)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
}
