import type { FastifyInstance } from 'fastify'

/** A tab of an earlier start asks on while the league is made. */
const NOT_READY = 503

/**
 * One line per request with its route's pattern: the address itself may contain a login code or a session.
 * Frequent ones are logged at debug level only, and at a terminal all that went well: they would push out the address and
 * the logins.
 */
export function registerRequestLog(app: FastifyInstance, frequent: readonly string[], isTerminal: boolean): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown address'
    const line = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (frequent.includes(route) || (isTerminal && (reply.statusCode < 500 || reply.statusCode === NOT_READY)))
      request.log.debug(line, 'Request')
    else request.log.info(line, 'Request')
    done()
  })
}
