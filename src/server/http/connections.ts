import { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Milliseconds, unless it says otherwise. None of them touches a poll that waits for its answer: its request is whole. */
export interface ConnectionLimits {
  /** Connections in all, silent ones too. */
  readonly most: number
  /** From the connection, or from the first byte of a further request, to the end of its headers. */
  readonly headers: number
  /** To the end of its body. */
  readonly request: number
  /** Without a byte in either direction while a request is answered: longer than polls wait. */
  readonly silent: number
  /** Between two requests: longer than nginx keeps a connection to an upstream server (60 s), so that it ends them. */
  readonly idle: number
  readonly checkEvery: number
  /** At the end, for requests that are being answered. Node does not look for slow ones any more then. */
  readonly closing: number
}

const LIMITS: ConnectionLimits = {
  // Two hundred phones in one bar with six each, and room.
  most: 2_000,
  headers: 10_000,
  // The largest body that is taken, over the worst of phone networks.
  request: 30_000,
  silent: 60_000,
  idle: 72_000,
  checkEvery: 2_000,
  closing: 5_000,
}

/** As Fastify and Node name them. */
const optionsOf = ({ headers, request, silent, idle, checkEvery }: ConnectionLimits) => ({
  http: { headersTimeout: headers, requestTimeout: request, connectionsCheckingInterval: checkEvery },
  requestTimeout: request,
  connectionTimeout: silent,
  keepAliveTimeout: idle,
})

/** Slow requests end, and connections have a number. Answers the options of Fastify, and what is to be done with its instance. */
export function limitConnections(given: Partial<ConnectionLimits> = {}) {
  const limits = { ...LIMITS, ...given }
  return {
    options: optionsOf(limits),
    register: (app: FastifyInstance) => {
      app.addHook('onListen', async () => {
        for (const server of serversOf(app)) limitNumber(app, server, limits.most)
      })
      app.addHook('preClose', async () => {
        const cut = () => serversOf(app).forEach((server) => void server.closeAllConnections())
        setTimeout(cut, limits.closing).unref()
      })
    },
  }
}

const WARN_EVERY_MS = 60_000

/** One more is closed at once, without an answer; those that are idle make room for others. */
function limitNumber(app: FastifyInstance, server: Server, most: number): void {
  let warned = Number.NEGATIVE_INFINITY
  server.maxConnections = most
  server.on('drop', () => {
    server.closeIdleConnections()
    if (performance.now() - warned < WARN_EVERY_MS) return
    warned = performance.now()
    app.log.warn(`There are ${most} connections; more are refused`)
  })
}

/** `localhost` is two addresses, and for the second Fastify makes a server that only its inside knows. */
function serversOf(app: FastifyInstance): Server[] {
  const symbol = Object.getOwnPropertySymbols(app).find(({ description }) => description === 'fastify.serverBindings')
  const further: unknown = symbol && Reflect.get(app, symbol)
  return [app.server, ...(Array.isArray(further) ? further.filter((each) => each instanceof Server) : [])]
}
