import { createServer, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createGzip, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LoginRefused, Provider, ProviderUnavailable } from '#server/login/provider'
import { politeClient } from '#server/nhl/api/polite-client'
import { SourceUnavailable } from '#server/nhl/source'

// What answers this server's own requests may be broken, or be somebody else.

const MB = 1024 * 1024

let server: Server
let elsewhere: Server
let respond: (response: ServerResponse, path: string) => void
let asked: string[]
let requestsElsewhere: number
/** Settled when the connection of the last answer is closed. */
let closed: Promise<void>

const listening = async (http: Server): Promise<Server> => {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return http
}
const portOf = (http: Server): number => {
  const address = http.address()
  return typeof address === 'object' && address ? address.port : 0
}
const at = (path = '/page') => `http://127.0.0.1:${portOf(server)}${path}`

beforeAll(async () => {
  server = await listening(
    createServer((request, response) => {
      asked.push(request.url ?? '')
      closed = new Promise((resolve) => response.once('close', resolve))
      respond(response, request.url ?? '')
    }),
  )
  elsewhere = await listening(
    createServer((_, response) => {
      requestsElsewhere++
      response.end('{"ok":true}')
    }),
  )
})
afterAll(() => {
  for (const http of [server, elsewhere]) {
    http.closeAllConnections()
    http.close()
  }
})
beforeEach(() => {
  asked = []
  requestsElsewhere = 0
})

const spaces = Buffer.alloc(MB, ' ')
/** Continues until no one listens; `sent` counts. */
const endless = (sent: { bytes: number }) =>
  Readable.from(
    (function* () {
      for (;;) {
        sent.bytes += spaces.length
        yield spaces
      }
    })(),
  )
/** Some 40 kB. */
const packed = gzipSync(Buffer.alloc(40 * MB, ' '))
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const json = { 'content-type': 'application/json' }

/** What no answer may be, each with what it costs at most. */
const beyond: [what: string, send: (response: ServerResponse, sent: { bytes: number }) => void, why: RegExp][] = [
  ['endless', (response, sent) => endless(sent).pipe(response.writeHead(200, json)), /has more than 32 MB/],
  [
    'packed, and 40 MB when unpacked',
    (response) => {
      response.writeHead(200, { ...json, 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed)
    },
    /has more than 32 MB/,
  ],
  [
    'packed and endless',
    (response, sent) => {
      const packing = createGzip()
      packing.pipe(response.writeHead(200, { ...json, 'content-encoding': 'gzip' }))
      // As they cross the wire: the sockets' buffers hold a thousand times as much unpacked.
      packing.on('data', ({ length }: Buffer) => (sent.bytes += length))
      const source = endless({ bytes: 0 })
      response.once('close', () => source.destroy())
      source.pipe(packing)
    },
    /has more than 32 MB/,
  ],
  ['100,000 brackets', (response) => response.writeHead(200, json).end(deep(100_000)), /more than 100 deep/],
  [
    '100,000 objects within each other',
    (response) => response.writeHead(200, json).end(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
    /more than 100 deep/,
  ],
]

describe('an answer of the NHL', () => {
  const get = (options: Parameters<typeof politeClient>[0] = {}) =>
    politeClient({ pauseMs: 0, backOffMs: 1, ...options })(at(), 'page')

  test.each(beyond)('that is %s is given up at once, as a failure to wait after', async (_, send, why) => {
    const sent = { bytes: 0 }
    respond = (response) => send(response, sent)
    const failure = await get().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SourceUnavailable)
    expect(String(failure)).toMatch(why)
    expect(asked).toHaveLength(1)
    await closed
    expect(sent.bytes).toBeLessThan(400 * MB)
  })

  test.each([500, 404, 403])('of status %s is not read, however long it is', async (status) => {
    const sent = { bytes: 0 }
    respond = (response) => endless(sent).pipe(response.writeHead(status))
    await expect(get({ tries: 1 })).rejects.toThrow(`status ${status}`)
    await closed
    expect(sent.bytes).toBeLessThan(32 * MB)
  })

  test('that never ends, a byte at a time, is waited for no longer than any other', async () => {
    respond = (response) => {
      response.writeHead(200, json).write('[')
      const timer = setInterval(() => response.write(' '), 10)
      response.once('close', () => clearInterval(timer))
    }
    await expect(get({ tries: 1, timeoutMs: 300 })).rejects.toThrow(
      "The NHL's page failed once (no answer within 0.3 s).",
    )
    await closed
  })

  test('is read up to the bounds: 31 MB, a hundred levels, brackets in texts', async () => {
    const brackets = '"\\'.repeat(9) + '['.repeat(5000)
    for (const [text, read] of [
      [`[${' '.repeat(31 * MB)}]`, []],
      [deep(100), JSON.parse(deep(100))],
      [JSON.stringify([brackets]), [brackets]],
      ['{"name":"Stützle, Slafkovský"}', { name: 'Stützle, Slafkovský' }],
    ]) {
      respond = (response) => response.writeHead(200, json).end(text)
      expect(await get()).toEqual(read)
    }
  })

  test.each(['//127.0.0.1:PORT/', 'http://127.0.0.1:PORT/', 'http://localhost:PORT/page', 'https://127.0.0.1/page'])(
    'that leads to %s is not followed',
    async (location) => {
      const there = location.replace('PORT', String(portOf(elsewhere)))
      respond = (response) => response.writeHead(307, { location: there }).end()
      await expect(get()).rejects.toThrow(/^The NHL's page cannot be used: it redirects to another server, https?:\/\//)
      expect(requestsElsewhere).toBe(0)
    },
  )

  test('that leads on within the host is followed, a circle is not', async () => {
    respond = (response, path) =>
      path === '/page'
        ? response.writeHead(302, { location: '/other' }).end()
        : response.writeHead(200, json).end('[1]')
    expect(await get()).toEqual([1])
    respond = (response) => response.writeHead(302, { location: '/page' }).end()
    await expect(get()).rejects.toThrow("The NHL's page cannot be used: it redirects more than 5 times.")
  })
})

describe('an answer of the identity provider', () => {
  const provider = () =>
    new Provider({
      issuer: at(''),
      clientId: 'pool',
      clientSecret: null,
      accountUrl: at(''),
      publicUrl: 'http://localhost:3000',
    })
  const metadata = () => ({
    issuer: at(''),
    authorization_endpoint: at('/authorize'),
    token_endpoint: at('/token'),
    jwks_uri: at('/jwks'),
  })

  test.each(beyond)('that is %s ends as one that cannot be reached', async (_, send, why) => {
    const sent = { bytes: 0 }
    respond = (response) => send(response, sent)
    const failure = await provider()
      .metadata()
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ProviderUnavailable)
    // On a busy machine the provider's eight seconds may be over first.
    expect(String(failure)).toMatch(new RegExp(`${why.source}|timed out`))
    await closed
    expect(sent.bytes).toBeLessThan(400 * MB)
  })

  test('that leads elsewhere is not followed', async () => {
    respond = (response) => response.writeHead(302, { location: `http://127.0.0.1:${portOf(elsewhere)}/` }).end()
    await expect(provider().metadata()).rejects.toThrow(ProviderUnavailable)
    expect(requestsElsewhere).toBe(0)
  })

  test('is the same for its tokens, after a discovery that is fine', async () => {
    const sent = { bytes: 0 }
    respond = (response, path) => {
      if (path === '/token') endless(sent).pipe(response.writeHead(200, json))
      else if (path === '/jwks') response.writeHead(200, json).end(JSON.stringify({ keys: [{ kty: 'RSA' }] }))
      else response.writeHead(200, json).end(JSON.stringify(metadata()))
    }
    const pool = provider()
    expect(await pool.metadata()).toMatchObject({ token_endpoint: at('/token') })
    const renewed = await pool.renew('ann', { idToken: null, refreshToken: 'token' }).catch((error: unknown) => error)
    expect(renewed).toBeInstanceOf(ProviderUnavailable)
    expect(renewed).not.toBeInstanceOf(LoginRefused)
    expect(String(renewed)).toMatch(/has more than 32 MB/)
    await closed
    expect(sent.bytes).toBeLessThan(400 * MB)
  })
})
