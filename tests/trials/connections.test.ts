import dns, { type LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionLimits } from '#server/http/connections'
import { type DemoServer, demoServer } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { askLive } from '../support/live-client.ts'
import { preseasonDatabase } from '../support/preseason-league.ts'
import type { TestServerOptions } from '../support/test-server.ts'

/** More than a connection takes at once. */
const BIG = Buffer.alloc(24 * 1024 * 1024, 'x')

const SHORT = { headers: 300, request: 600, silent: 2_000, idle: 300, checkEvery: 50 }

/** Every name has these addresses; `when` has each answer come. */
const resolveTo = (addresses: readonly LookupAddress[], when: (found: () => void) => void) =>
  vi.spyOn(dns, 'lookup').mockImplementation((...given: unknown[]) => {
    const [name, options, answer = options] = given
    if (typeof answer !== 'function') return
    const all = typeof options === 'object' && options !== null && 'all' in options && options.all
    when(() => void answer(null, ...(all ? [addresses] : [name === 'localhost' ? addresses[0]?.address : name, 4])))
  })

describe('connections', () => {
  let server: DemoServer
  let lines: string[] = []
  const sockets: Socket[] = []

  const start = async (connections: Partial<ConnectionLimits>, host = '127.0.0.1'): Promise<number> => {
    lines = []
    const log = { write: (line: string) => void lines.push(line) }
    const routes: TestServerOptions['routes'] = (app) => {
      app.get('/big', (_request, reply) => reply.send(BIG))
    }
    server = await demoServer({ database, connections, heartbeatMs: 1_200, log, routes })
    return Number(new URL(await server.app.listen({ port: 0, host })).port)
  }
  const database = duringTests(() => preseasonDatabase(4))
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await server.app.close()
  })

  const open = (port: number, host = '127.0.0.1') => {
    const socket = connect({ host, port })
    sockets.push(socket)
    let heard = ''
    socket.on('data', (text) => {
      heard += text
    })
    socket.on('error', () => {})
    const closed = once(socket, 'close').then(() => heard)
    return { socket, closed, heard: () => heard }
  }
  const head = (...lines: string[]) => `${['POST /auth/nothing HTTP/1.1', 'host: pool', ...lines].join('\r\n')}\r\n`

  it('of clients that are too slow end', async () => {
    const clients: [does: string, first: string, again: string][] = [
      ['says nothing', '', ''],
      ['sends its first line slowly', 'GET /', 'x'],
      ['sends its headers slowly', head(), 'x: y\r\n'],
      ['sends its body slowly', head('content-length: 60000', ''), 'x'],
      ['sends a body without end', head('transfer-encoding: chunked', ''), '1\r\nx\r\n'],
      ['sends a login slowly', 'POST /idp/login/x HTTP/1.1\r\nhost: pool\r\ncontent-length: 90\r\n\r\n', 'm'],
      ['asks and is silent', 'GET /healthz HTTP/1.1\r\nhost: pool\r\n\r\n', ''],
    ]
    const port = await start(SHORT)
    const connected = new Set<string>()
    for (const [does, first, again] of clients) {
      const { socket, closed } = open(port)
      socket.write(first)
      const timer = setInterval(() => socket.write(again), 20)
      connected.add(does)
      void closed.then(() => {
        clearInterval(timer)
        connected.delete(does)
      })
    }
    await expect.poll(() => [...connected], { timeout: 30_000 }).toEqual([])
  })

  it('do not end while a poll waits for its answer, or comes again and again', async () => {
    const port = await start({ ...SHORT, idle: 5_000 })
    const headers = { cookie: await server.cookie('member'), 'x-requested-with': 'hockey-pool' }
    const origin = `http://127.0.0.1:${port}`
    expect((await askLive(origin, '/000/one/xhr', { headers })).body).toBe('o\n')
    // It waits twice as long as a request may take.
    expect((await askLive(origin, '/000/one/xhr', { headers })).body).toBe('h\n')
    const { socket, heard } = open(port)
    const poll = `POST /ws/draft/000/one/xhr HTTP/1.1\r\nhost: pool\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}content-length: 0\r\n\r\n`
    for (let turn = 1; turn <= 2; turn += 1) {
      socket.write(poll)
      await expect.poll(() => heard().split('h\n').length - 1).toBe(turn)
    }
    expect(socket.destroyed).toBe(false)
  })

  it('have a number, at every address of localhost', async () => {
    // On most machines the second is ::1, which not every container has.
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
    const lookup = resolveTo(addresses, (found) => found())
    const port = await start({ most: 5 }, 'localhost')
    lookup.mockRestore()
    expect(server.app.addresses()).toHaveLength(2)
    for (const host of ['127.0.0.1', '127.0.0.2']) {
      const held = Array.from({ length: 5 }, () => open(port, host))
      await Promise.all(held.map(({ socket }) => once(socket, 'connect')))
      // Their requests are not whole, so none of them is idle.
      for (const { socket } of held) socket.write(head())
      expect(await open(port, host).closed).toBe('')
      expect(await open(port, host).closed).toBe('')
      expect(lines.filter((line) => line.includes('There are 5 connections'))).toHaveLength(1)
      expect(held.filter(({ socket }) => socket.destroyed)).toEqual([])
      lines = []
      for (const { socket } of held) socket.destroy()
      await Promise.all(held.map(({ closed }) => closed))
    }
  })

  it('that came while further addresses were looked up do not hold up the end', async () => {
    const later: (() => void)[] = []
    let isListening = false
    const lookup = resolveTo([{ address: '127.0.0.1', family: 4 }], (found) => {
      if (isListening) later.push(found)
      else found()
      isListening = true
    })
    const listening = start({}, 'localhost')
    await expect.poll(() => server.app.server.listening).toBe(true)
    const address = server.app.server.address()
    const early = open(typeof address === 'object' && address ? address.port : 0)
    early.socket.write('GET /healthz HTTP/1.1\r\nhost: pool\r\n\r\n')
    await expect.poll(early.heard).toContain('ok')
    for (const found of later) found()
    await listening
    lookup.mockRestore()
    const ended = server.app.close().then(() => 'ended')
    expect(await Promise.race([ended, wait(5_000, 'held up')])).toBe('ended')
  })

  it('that say nothing do not hold up the end, which answers every open request', async () => {
    const port = await start({ closing: 300 })
    const silent = open(port)
    const slow = open(port)
    const asking = open(port)
    slow.socket.write(head('content-length: 60000', ''))
    asking.socket.write('GET /healthz HTTP/1.1\r\nhost: pool\r\n\r\n')
    await expect.poll(asking.heard).toContain('ok')
    await server.app.close()
    expect(await silent.closed).toBe('')
    await Promise.all([slow.closed, asking.closed])
  })

  it('of a download last until it is whole, also when the server stops', async () => {
    const port = await start({ closing: 100 })
    const silent = open(port)
    silent.socket.write(head('content-length: 60000', ''))
    const loading = get({ host: '127.0.0.1', port, path: '/big', agent: false })
    const [answer]: IncomingMessage[] = await once(loading, 'response')
    if (!answer) throw new Error('There is no answer.')
    const closing = server.app.close()
    // Nothing of the file is read before that has passed which ends the others.
    await silent.closed
    let bytes = 0
    for await (const part of answer) bytes += part.length
    expect(bytes).toBe(BIG.length)
    await closing
  })

  it('of a download that does not end are cut after all', async () => {
    const port = await start({ closing: 100, answering: 300 })
    const loading = get({ host: '127.0.0.1', port, path: '/big', agent: false })
    const [answer]: IncomingMessage[] = await once(loading, 'response')
    if (!answer) throw new Error('There is no answer.')
    const broken = once(answer, 'error')
    await server.app.close()
    answer.resume()
    expect(await broken).toMatchObject([{ message: 'aborted' }])
  })

  it('that are idle make room for others', async () => {
    const port = await start({ most: 3 })
    const idle = Array.from({ length: 3 }, () => open(port))
    for (const { socket } of idle) socket.write('GET /healthz HTTP/1.1\r\nhost: pool\r\n\r\n')
    for (const { heard } of idle) await expect.poll(heard).toContain('ok')
    await open(port).closed
    await Promise.all(idle.map(({ closed }) => closed))
    const next = open(port)
    next.socket.write('GET /healthz HTTP/1.1\r\nhost: pool\r\n\r\n')
    await expect.poll(next.heard).toContain('ok')
  })
})
