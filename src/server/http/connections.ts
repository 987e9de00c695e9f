import { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Milliseconds unless noted. None of them affects a poll that waits for its answer: its request is complete. */
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
  /** When closing, for requests being answered: by then Node no longer looks for slow ones. */
  readonly closing: number
}

const LIMITS: ConnectionLimits = {
  // Two hundred phones in one bar with six each, and room.
  most: 2_000,
  headers: 10_000,
  // Enough for the largest body over the worst phone network.
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

/** Ends slow requests and limits the number of connections. Returns the options for Fastify, and what to register on it. */
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

/** Idle connections make room for new ones; one more than the limit is closed at once, without an answer. */
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

/** `localhost` is two addresses, and Fastify makes an internal server for the second. */
function serversOf(app: FastifyInstance): Server[] {
  const symbol = Object.getOwnPropertySymbols(app).find(({ description }) => description === 'fastify.serverBindings')
  const further: unknown = symbol && Reflect.get(app, symbol)
  return [app.server, ...(Array.isArray(further) ? further.filter((each) => each instanceof Server) : [])]
}
