import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/**
 * What such a server does. `answers`: nothing is in it, but it says so. `silent`: it accepts everything and says
 * nothing. `old silent`: only to those that were there before. `breaks`: it ends every connection at once. `asks`: it
 * wants a password of newcomers and waits for it. Or it refuses them with this SQLSTATE.
 */
export type FakeMode = 'answers' | 'silent' | 'old silent' | 'breaks' | 'asks' | { refuses: string }

export interface FakePostgres {
  readonly url: string
  mode: FakeMode
  /** Connections that were ever opened, and those that stand. */
  readonly opened: number
  readonly standing: number
  /** Ends the connections that stand. */
  cut(): void
  close(): Promise<void>
}

const message = (type: string, body: Buffer = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const text = (value: string): Buffer => Buffer.from(`${value}\0`)
const READY = message('Z', Buffer.from('I'))
const GREETING = Buffer.concat([message('R', Buffer.alloc(4)), READY])
const ASKS = message('R', Buffer.concat([Buffer.from([0, 0, 0, 10]), text('SCRAM-SHA-256'), Buffer.alloc(1)]))
const ASKS_ON = message('R', Buffer.concat([Buffer.from([0, 0, 0, 11]), Buffer.from('r=x')]))
/** The code of a request for TLS, which it does not have. */
const TLS_REQUEST = 80_877_103
const NOTHING = message('C', text('SELECT 0'))
const refusal = (code: string): Buffer =>
  message('E', Buffer.concat([text('SFATAL'), text(`C${code}`), text('Mrefused'), Buffer.alloc(1)]))

/** As much of PostgreSQL's protocol as an empty answer to everything takes (its manual, "Frontend/Backend Protocol"). */
export async function fakePostgres(): Promise<FakePostgres> {
  const sockets = new Set<Socket>()
  const hushed = new WeakSet<Socket>()
  let mode: FakeMode = 'answers'
  let opened = 0

  const answer = (socket: Socket, type: string): void => {
    if (mode === 'silent' || hushed.has(socket)) return
    if (type === 'p') socket.write(ASKS_ON)
    if (type === 'Q') socket.write(Buffer.concat([NOTHING, READY]))
    if (type === 'S') socket.write(Buffer.concat([message('1'), message('2'), message('n'), NOTHING, READY]))
    if (type === 'X') socket.end()
  }
  const server = createServer((socket) => {
    opened += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    if (mode === 'breaks') return void socket.destroy()
    let greeted = false
    let rest = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes])
      if (!greeted) {
        if (rest.length < 4 || rest.length < rest.readInt32BE()) return
        const wantsTls = rest.readInt32BE(4) === TLS_REQUEST
        rest = rest.subarray(rest.readInt32BE())
        if (wantsTls) return void socket.write('N')
        greeted = true
        if (typeof mode === 'object') return void socket.end(refusal(mode.refuses))
        if (mode !== 'silent') socket.write(mode === 'asks' ? ASKS : GREETING)
      }
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
        const length = rest.readInt32BE(1) + 1
        answer(socket, rest.toString('latin1', 0, 1))
        rest = rest.subarray(length)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `postgres://pool:secret@127.0.0.1:${address.port}/pool`,
    get mode() {
      return mode
    },
    set mode(next) {
      mode = next
      if (next === 'old silent') for (const socket of sockets) hushed.add(socket)
    },
    get opened() {
      return opened
    },
    get standing() {
      return sockets.size
    },
    cut,
    close: async () => {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
