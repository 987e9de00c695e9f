import { once } from 'node:events'
import { createServer, type Server, Socket } from 'node:net'
import { freePort } from '../support/free-port.mjs'

/**
 * What becomes of what is sent: `open`: it arrives. `closed`: connections break, and new ones are refused. `silent`:
 * connections stand, new ones are accepted, and nothing arrives either way. `old silent`, `new silent`: only on those
 * that were there before, or only on those that come.
 */
export type ProxyMode = 'open' | 'closed' | 'silent' | 'old silent' | 'new silent'

interface Pair {
  readonly near: Socket
  /** Null: was accepted and left to wait. */
  readonly far: Socket | null
  silent: boolean
  /** What to do with all that was sent in silence. */
  readonly late: (() => void)[]
}

/** Stands between a server and its database. */
export interface TcpProxy {
  readonly port: number
  /** What lay on the way when silence ends arrives late, as when a network comes back. */
  set(mode: ProxyMode): Promise<void>
  /** Connections that were opened since the beginning, and that stand as far as who opened them knows. */
  readonly opened: number
  readonly standing: number
  close(): Promise<void>
}

export async function tcpProxy(target: { port: number; host?: string }): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  let mode: ProxyMode = 'open'
  let opened = 0

  const end = (pair: Pair) => {
    pair.near.destroy()
    pair.far?.destroy()
    pairs.delete(pair)
  }
  const accept = (near: Socket) => {
    opened += 1
    const silent = mode === 'silent' || mode === 'new silent'
    const far = silent ? null : new Socket().connect({ host: '127.0.0.1', ...target })
    const pair: Pair = { near, far, silent, late: [] }
    pairs.add(pair)
    const arrive = (step: () => void) => void (pair.silent ? pair.late.push(step) : step())
    const forward = (from: Socket, to: Socket | null) => {
      from.on('data', (bytes) => arrive(() => to?.write(bytes)))
      from.on('error', () => {})
      // In silence neither side hears that the other has gone.
      from.on('close', () => arrive(() => end(pair)))
    }
    forward(near, far)
    if (far) forward(far, near)
  }
  const speak = (pair: Pair) => {
    pair.silent = false
    if (pair.far === null) end(pair)
    for (const step of pair.late.splice(0)) step()
  }
  const listening = async (): Promise<Server> => {
    const server = createServer(accept).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  const port = await freePort()
  let server: Server | null = await listening()

  return {
    port,
    get opened() {
      return opened
    },
    get standing() {
      return [...pairs].filter(({ near }) => !near.destroyed).length
    },
    async set(next) {
      mode = next
      if (next === 'closed') {
        server?.close()
        server = null
        for (const pair of pairs) end(pair)
        return
      }
      server ??= await listening()
      for (const pair of pairs) {
        if (next === 'silent' || next === 'old silent') pair.silent = true
        else if (next === 'open' && pair.silent) speak(pair)
      }
    },
    async close() {
      const ended = server && once(server, 'close')
      server?.close()
      for (const pair of pairs) end(pair)
      await ended
    },
  }
}
