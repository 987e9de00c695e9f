import type { FastifyInstance } from 'fastify'
import { POLL_ROUTE } from '../live/register-live.ts'

const OFTEN = new Set(['/*', '/healthz', '/readyz', POLL_ROUTE])

/** One line per request with its route's pattern: an address itself may hold a login code or a session. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown address'
    const line = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (OFTEN.has(route)) request.log.debug(line, 'Request')
    else request.log.info(line, 'Request')
    done()
  })
}
