import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** For a backup over a phone network. */
export const ANSWERING_MS = 30_000

/** Milliseconds unless noted. None of them affects a poll that waits for its answer: its request is complete. */
const LIMITS = {
  /** Connections in all, silent ones too: two hundred phones in one bar with six each, and room. */
  most: 2_000,
  /** From the connection, or from the first byte of a further request, to the end of its headers. */
  headers: 10_000,
  /** To the end of its body: enough for the largest one over the worst phone network. */
  request: 30_000,
  /** Without a byte in either direction while a request is answered: longer than polls wait. */
  silent: 60_000,
  /**
   * Between two requests: longer than nginx keeps a connection to an upstream server (60 s), which lets nginx end them.
   */
  idle: 72_000,
  checkEvery: 2_000,
  /** When closing, for a request that is not whole yet: by then Node no longer looks for slow ones. */
  closing: 5_000,
  /** When closing, for requests that are whole, such as a download: to be answered, to the last byte. */
  answering: ANSWERING_MS,
}
export type ConnectionLimits = typeof LIMITS

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
      const connections = new Connections()
      // Clients connect while the addresses of `localhost` are still looked up, before the hook.
      connections.follow(app.server)
      app.addHook('onListen', async () => {
        for (const server of serversOf(app)) {
          limitNumber(app, server, limits.most)
          if (server !== app.server) connections.follow(server)
        }
      })
      app.addHook('preClose', async () => {
        connections.closeSoon()
        setTimeout(() => connections.cutIdle(), limits.closing).unref()
        setTimeout(() => connections.cut(), limits.answering).unref()
      })
    },
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** What the connection had brought when the answer was out; null: it is not. */
  read: number | null
}

/** Those that are open, with the last request of each. */
class Connections {
  readonly #open = new Set<Socket>()
  readonly #last = new WeakMap<Socket, Exchange>()
  #isClosing = false

  follow(server: Server): void {
    server.on('connection', (socket) => this.#keep(socket))
    server.on('request', (request, response) => {
      const { socket } = request
      this.#keep(socket)
      const exchange: Exchange = { request, response, read: null }
      this.#last.set(socket, exchange)
      response.once('finish', () => {
        exchange.read = socket.bytesRead
        if (this.#isClosing) socket.destroySoon()
      })
    })
    // Node's own, which closing calls as well, also breaks off an answer that is still on its way.
    server.closeIdleConnections = () => this.#closeIdle()
  }

  #keep(socket: Socket): void {
    if (this.#open.has(socket)) return
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
  }

  #closeIdle(): void {
    for (const socket of this.#open) if (this.#last.get(socket)?.read === socket.bytesRead) socket.destroy()
  }

  /** From now on connections end with the answers that are due. */
  closeSoon(): void {
    this.#isClosing = true
  }

  /** Those over which no answer is due. */
  cutIdle(): void {
    for (const socket of this.#open) {
      const last = this.#last.get(socket)
      if (!last?.request.complete || last.read !== null) socket.destroy()
    }
  }

  cut(): void {
    for (const socket of this.#open) socket.destroy()
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
