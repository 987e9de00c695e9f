import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** `/healthz`: the process answers. `/readyz`: the league can be served. */
export function registerHealth(app: FastifyInstance, { database, readiness }: Context): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const reaches =
      readiness.ready &&
      (await database
        .transaction((queries) => queries.execute(sql`select 1`))
        .then(
          () => true,
          () => false,
        ))
    return reply.code(reaches ? 200 : 503).send({ status: reaches ? 'ready' : 'not ready' })
  })
}
