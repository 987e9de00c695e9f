import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { version } from '../settings/version.ts'
import { RETRY_S } from './answers/http-error.ts'
import type { Context } from './context.ts'

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
