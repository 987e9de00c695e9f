import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * What becomes of a request on its way: it is lost before the server sees it, the answer is lost after the server has
 * acted, the answer breaks off, or something in between answers with a status, before or after the server has acted.
 */
export type WireFault = 'lost before' | 'lost after' | 'cut answer' | '500 after' | 401 | 429 | 500 | 503

/** Stands between a browser and a server; every page and worker of the browser goes through it. */
export interface FaultyProxy {
  readonly origin: string
  /** False: as without a signal. */
  isReachable: boolean
  /** One for each of the next requests that change something; then all is well. */
  faults: WireFault[]
  /** Answers of a moment that has gone by, by path: as from somebody who has not heard of it yet. */
  readonly outdated: Map<string, string>
  /** Where the server is, once it has started. */
  target: string
  close(): Promise<void>
}

/** On a connection that was used before, browsers send a lost request again by themselves. */
const CLOSE = { connection: 'close' }

const isChange = ({ method }: IncomingMessage): boolean => method !== 'GET' && method !== 'HEAD'

const say = (response: ServerResponse, status: number): void => {
  const retryAfter = status === 429 || status === 503 ? { 'retry-after': '1' } : {}
  response.writeHead(status, { 'content-type': 'application/json', ...retryAfter, ...CLOSE })
  response.end(JSON.stringify({ code: 'UNAVAILABLE', message: `Answered with ${status} on the way.` }))
}

export const startFaultyProxy = async (): Promise<FaultyProxy> => {
  const sockets = new Set<Socket>()
  let isReachable = true

  const pass = (incoming: IncomingMessage, response: ServerResponse, fault: WireFault | null): void => {
    const lose = () => response.socket?.destroy()
    const { hostname, port } = new URL(proxy.target)
    const { method, url: path, headers } = incoming
    const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
      if (fault === null) {
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...CLOSE })
        answer.pipe(response)
        answer.on('error', lose)
        return
      }
      answer.resume()
      answer.on('error', lose)
      answer.on('end', () => {
        if (fault === '500 after') return say(response, 500)
        if (fault === 'cut answer') {
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000', ...CLOSE })
          response.write('{"cartEntries":[')
        }
        // What was written has to leave first.
        setImmediate(lose)
      })
    })
    forwarded.on('error', lose)
    incoming.pipe(forwarded)
  }

  const server = createServer((incoming, response) => {
    if (!isReachable) return void response.socket?.destroy()
    const path = incoming.url ?? '/'
    const outdated = isChange(incoming) ? undefined : proxy.outdated.get(path)
    if (outdated !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', ...CLOSE })
      return void response.end(outdated)
    }
    const fault = isChange(incoming) ? (proxy.faults.shift() ?? null) : null
    if (fault === 'lost before') return void response.socket?.destroy()
    if (typeof fault === 'number') return say(response, fault)
    pass(incoming, response, fault)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.')

  const proxy: FaultyProxy = {
    origin: `http://localhost:${address.port}`,
    get isReachable() {
      return isReachable
    },
    set isReachable(next) {
      isReachable = next
      if (!next) cut()
    },
    faults: [],
    outdated: new Map(),
    target: '',
    close: async () => {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
  return proxy
}
