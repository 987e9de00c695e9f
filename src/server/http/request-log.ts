import type { FastifyInstance } from 'fastify'

/**
 * One line per request with its route's pattern: an address itself may hold a login code or a session. Those that come
 * often are for who looks for a fault.
 */
export function registerRequestLog(app: FastifyInstance, frequent: readonly string[]): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown address'
    const line = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (frequent.includes(route)) request.log.debug(line, 'Request')
    else request.log.info(line, 'Request')
    done()
  })
}
