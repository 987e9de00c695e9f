import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { liveChannel, liveEvent } from '#server/db/tables/draft-tables'
import { session } from '#server/db/tables/identity-tables'
import { demoServer } from '../support/demo-members.ts'
import { openDraft } from '../support/draft-races.ts'
import { duringTests } from '../support/during-tests.ts'
import { askLive, type LiveAnswer, type LiveRequest, memberHeaders, messagesOf } from '../support/live-client.ts'
import { liveServers } from '../support/live-servers.ts'
import { preseasonDatabase } from '../support/preseason-league.ts'

const OPEN = 'o\n'
const SECOND = 'c[2010,"Another connection still open"]\n'
const INTERRUPTED = 'c[1002,"Connection interrupted"]\n'

/** With which a browser says that the app asks. */
const OWN = { 'sec-fetch-site': 'same-origin' }

const newChannel = () => `/000/${randomBytes(6).toString('hex')}`

describe('a channel', () => {
  const live = duringTests(() => liveServers({ teams: 4 }))
  beforeAll(async () => {
    await openDraft(live)
    await live.act('POST', 'free-picking')
  })

  const ask = async (member: string, path: string, { headers, ...request }: LiveRequest = {}) =>
    askLive(live.servers[0].origin, path, {
      ...request,
      headers: { ...(await memberHeaders(live.servers[0], member)), ...headers },
    })
  const poll = (member: string, channel: string, request?: LiveRequest) => ask(member, `${channel}/xhr`, request)
  const open = async (member = 'member'): Promise<string> => {
    const channel = newChannel()
    expect((await poll(member, channel)).body).toBe(OPEN)
    return channel
  }
  /** A poll that waits at the server. */
  const waiting = async (member: string, channel: string, request?: LiveRequest) => {
    const answer = poll(member, channel, request)
    answer.catch(() => {})
    await wait(100)
    return { answer }
  }
  const event = () => live.act('POST', 'free-picking')
  const refusal = ({ status, body }: LiveAnswer) => [status, JSON.parse(body).code]
  const channels = (channel: string) =>
    live.database.transaction((queries) =>
      queries
        .select()
        .from(liveChannel)
        .where(eq(liveChannel.id, channel.split('/')[2] ?? '')),
    )

  it('is announced as long-polling alone', async () => {
    const { status, headers, body } = await ask('member', '/info', { method: 'GET' })
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    const { entropy, ...info } = JSON.parse(body)
    expect(info).toEqual({ websocket: false, origins: ['*:*'], cookie_needed: true })
    expect(JSON.parse((await ask('member', '/info?t=1', { method: 'GET' })).body).entropy).not.toBe(entropy)
  })

  it('is for members', async () => {
    const { origin } = live.servers[0]
    const requests: [string, 'GET' | 'POST'][] = [
      ['/info', 'GET'],
      ['/000/nobody/xhr', 'POST'],
      ['/000/nobody/xhr_send', 'POST'],
    ]
    for (const [path, method] of requests) {
      expect(refusal(await askLive(origin, path, { method, headers: OWN }))).toEqual([401, 'UNAUTHENTICATED'])
      const ended = { ...OWN, cookie: 'pool-session=ended' }
      expect(refusal(await askLive(origin, path, { method, headers: ended }))).toEqual([401, 'UNAUTHENTICATED'])
    }
  })

  it.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the site', { 'sec-fetch-site': 'same-site' }],
    ['no one knows where', {}],
  ])('is not for pages from %s, not even to look', async (_where, headers) => {
    const [{ origin, cookie }] = live.servers
    const sent = { cookie: await cookie('member'), ...headers }
    const paths: [string, 'GET' | 'POST'][] = [
      ['/info', 'GET'],
      [`${newChannel()}/xhr`, 'POST'],
    ]
    for (const [path, method] of paths) {
      const answer = await askLive(origin, path, { method, headers: sent })
      expect(refusal(answer)).toEqual([403, 'CROSS_SITE'])
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  it.each<[string, Record<string, string>]>([
    ['a browser', { 'sec-fetch-site': 'same-origin' }],
    ['a browser that says only Origin', { origin: 'http://localhost:3000' }],
    ['a client that is not a browser and says so', { 'x-requested-with': 'hockey-pool' }],
  ])('is for %s', async (_who, headers) => {
    const [{ origin, cookie }] = live.servers
    const sent = { cookie: await cookie('member'), ...headers }
    expect((await askLive(origin, '/info', { method: 'GET', headers: sent })).status).toBe(200)
    const opened = await askLive(origin, `${newChannel()}/xhr`, { headers: sent })
    expect(opened.body).toBe(OPEN)
    expect(opened.headers['content-type']).toMatch(/^application\/javascript; charset=utf-8$/i)
    expect(opened.headers['cache-control']).toBe('no-store')
  })

  it('has no other transport and no other address', async () => {
    const channel = await open()
    const others = 'xhr_streaming eventsource htmlfile jsonp jsonp_send websocket xhr/more'.split(' ')
    for (const end of [...others, '']) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await ask('member', `${channel}/${end}`, { method })
        expect(refusal(answer), `${method} ${end}`).toEqual([404, 'NOT_FOUND'])
      }
    }
    const odd: [string, 'GET' | 'POST' | 'PUT' | 'OPTIONS'][] = [
      ['', 'GET'],
      ['/', 'GET'],
      ['/websocket', 'GET'],
      ['/iframe.html', 'GET'],
      ['/info', 'POST'],
      ['/info', 'OPTIONS'],
      [`${channel}/xhr`, 'GET'],
      [`${channel}/xhr`, 'PUT'],
      ['/000/a.b/xhr', 'POST'],
      ['/000//xhr', 'POST'],
      [`/000/${'a'.repeat(65)}/xhr`, 'POST'],
      [`/${'a'.repeat(65)}/a/xhr`, 'POST'],
    ]
    for (const [path, method] of odd)
      expect((await ask('member', path, { method })).status, `${method} ${path}`).toBe(404)
  })

  it('takes what is sent to it and drops it, up to a size', async () => {
    const channel = await open()
    const send = (body: string, type: string, member = 'member') =>
      ask(member, `${channel}/xhr_send`, { body, headers: { 'content-type': type } })
    for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'application/json']) {
      expect(await send('["anything"]', type)).toMatchObject({ status: 204, body: '' })
    }
    expect(await send('not even {JSON', 'text/plain')).toMatchObject({ status: 204 })
    expect(refusal(await send('x'.repeat(4_097), 'text/plain'))).toEqual([400, 'BAD_REQUEST'])
    expect(refusal(await send('[]', 'text/plain', 'premium'))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await ask('member', '/000/unknown/xhr_send', { body: '[]' }))).toEqual([404, 'NOT_FOUND'])
  })

  it('is given what happens while it waits and what has happened since, once and in order', async () => {
    const channel = await open()
    await event()
    await live.act('POST', 'set-picking-team/2')
    const { playerId } = await live.free('1.RD')
    await live.draft(2, playerId)
    const caughtUp = messagesOf((await poll('member', channel)).body)
    expect(caughtUp.map(({ type }) => type)).toEqual([
      'PICK_SEQUENCE_UPDATED',
      'PICK_SEQUENCE_UPDATED',
      'PLAYER_DRAFTED',
      'PICK_SEQUENCE_UPDATED',
    ])
    const { answer } = await waiting('member', channel)
    await event()
    expect(messagesOf((await answer).body)).toEqual([
      { type: 'PICK_SEQUENCE_UPDATED', pickSequence: await live.sequence() },
    ])
  })

  it('is given what the database says once that may have gone back to another state', async () => {
    const channel = await open()
    await event()
    const heard: string[] = []
    const stop = await live.database.listen('live', (newest) => heard.push(newest))
    await live.database.transaction(async (queries) => {
      await queries.update(liveEvent).set({ body: { type: 'PICK_SEQUENCE_UPDATED', pickSequence: [] } })
      await live.database.announce(queries, 'live', '')
    })
    await expect.poll(() => heard).toContain('')
    await stop()
    const given = await poll('member', channel)
    expect(messagesOf(given.body)).toEqual([{ type: 'PICK_SEQUENCE_UPDATED', pickSequence: [] }])
  })

  it('belongs to one member', async () => {
    const channel = await open('premium')
    expect(refusal(await poll('member', channel))).toEqual([404, 'NOT_FOUND'])
    const { answer } = await waiting('premium', channel)
    expect(refusal(await poll('member', channel))).toEqual([404, 'NOT_FOUND'])
    await event()
    expect(messagesOf((await answer).body)).toHaveLength(1)
  })

  it('has one poll at a time', async () => {
    const channel = await open()
    const { answer } = await waiting('member', channel)
    expect((await poll('member', channel)).body).toBe(SECOND)
    await event()
    expect(messagesOf((await answer).body)).toHaveLength(1)
  })

  it('ends when its poll is broken off: nothing is missed unseen', async () => {
    const channel = await open()
    const hangUp = new AbortController()
    await waiting('member', channel, { signal: hangUp.signal })
    hangUp.abort()
    await expect.poll(() => channels(channel)).toEqual([])
    expect((await poll('member', channel)).body).toBe(OPEN)
  })

  it('restarts when a browser repeats a poll whose answer it never got', async () => {
    const channel = await open()
    await event()
    const marked = (mark: number) => ask('member', `${channel}/xhr?t=${mark}`)
    expect(messagesOf((await marked(1)).body)).toHaveLength(1)
    await event()
    expect(messagesOf((await marked(2)).body)).toHaveLength(1)
    expect((await marked(2)).body).toBe(OPEN)
    const opening = newChannel()
    expect((await ask('member', `${opening}/xhr?t=3`)).body).toBe(OPEN)
    // An answer within the clock's resolution is not a repetition.
    const next = ask('member', `${opening}/xhr?t=3`)
    await wait(100)
    await event()
    expect(messagesOf((await next).body)).toHaveLength(1)
  })

  it('ends with its login', async () => {
    const server = await demoServer({ database: live.database })
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { ...OWN, cookie: await server.cookie('owner4') }
    const channel = newChannel()
    expect((await askLive(origin, `${channel}/xhr`, { headers })).body).toBe(OPEN)
    const answer = askLive(origin, `${channel}/xhr`, { headers })
    await wait(100)
    await live.database.transaction(async (queries) => {
      await queries.delete(session).where(eq(session.subject, 'owner4'))
      await live.database.announce(queries, 'session', '')
    })
    expect((await answer).body).toBe(INTERRUPTED)
    expect(refusal(await askLive(origin, `${channel}/xhr`, { headers }))).toEqual([401, 'UNAUTHENTICATED'])
    expect(await channels(channel)).toEqual([])
    await server.app.close()
  })

  it('is forgotten when no client polls it', async () => {
    const channel = await open()
    const lastSeen = async (secondsAgo: number) =>
      live.database.transaction((queries) =>
        queries
          .update(liveChannel)
          .set({ seenAt: new Date(Date.now() - secondsAgo * 1_000) })
          .where(eq(liveChannel.id, channel.split('/')[2] ?? '')),
      )
    await lastSeen(40)
    await event()
    expect(messagesOf((await poll('member', channel)).body)).toHaveLength(1)
    await lastSeen(61)
    await event()
    expect((await poll('member', channel)).body).toBe(OPEN)
    await lastSeen(61)
    await open()
    expect(await channels(channel)).toEqual([])
  })

  it('pushes out a member’s oldest when they have too many, and no one else’s', async () => {
    const others = await waiting('member', await open('member'))
    const first = await open('premium')
    const firstPoll = await waiting('premium', first)
    for (let more = 0; more < 10; more += 1) await open('premium')
    // Not to be tried again: the client would push out the next one.
    expect((await firstPoll.answer).body).toBe('c[1000,"Too many channels"]\n')
    expect((await poll('premium', first)).body).toBe(OPEN)
    await event()
    expect(messagesOf((await others.answer).body)).toHaveLength(1)
  })
})

describe('around the channel', () => {
  const database = duringTests(() => preseasonDatabase(4))

  it('nothing is answered before the league is ready', async () => {
    const server = await demoServer({ database, ready: false })
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await askLive(origin, '/info', { method: 'GET', headers: OWN })
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2'])
    await server.app.close()
  })

  it('polls of many behind one address are counted apart and more generously, and fill no log', async () => {
    const lines: string[] = []
    const log = { write: (line: string) => void lines.push(line) }
    const server = await demoServer({ database, env: { RATE_LIMIT: '10' }, log })
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { ...OWN, cookie: await server.cookie('member') }
    const channel = newChannel()
    const poll = () => askLive(origin, `${channel}/xhr`, { headers })
    expect((await poll()).body).toBe(OPEN)
    const waiting = poll()
    await wait(100)
    const statuses: number[] = []
    // Each of the others is told at once that one waits already. The allowance grows meanwhile, but more slowly.
    while (statuses.at(-1) !== 429 && statuses.length < 500) statuses.push((await poll()).status)
    expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(98)
    expect((await server.ask('member', '/user')).status).toBe(200)
    const levels = lines
      .map((line) => JSON.parse(line))
      .filter(({ route }) => route === '/ws/draft/:server/:session/xhr')
      .map(({ level }) => level)
    expect(levels).toEqual([200, ...statuses].map(() => 20))
    await server.app.close()
    await waiting
  })
})
