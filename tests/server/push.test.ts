import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pushNotice, pushSubscription } from '#server/db/tables/push-tables'
import { deleteSession } from '#server/login/store/identity'
import { deliver } from '#server/push/deliver'
import { messageFor, startPush } from '#server/push/push-sender'
import { cookieOf } from '../support/demo-members.ts'
import { openDraft } from '../support/draft-races.ts'
import { duringTests } from '../support/during-tests.ts'
import { CHAIR } from '../support/preseason-league.ts'
import { type PreseasonServer, preseasonInProcess, refusal } from '../support/preseason-server.ts'
import {
  INSIDE_HOST,
  MIXED_HOST,
  PUSH_HOST,
  type PushedDevice,
  type PushService,
  pushService,
} from '../support/push-service.ts'

const ALL = { turn: true, next: true, start: true }
/** What an app that does not know of it leaves out. */
const UNSAID = { goal: false, message: true }

const service = duringTests(pushService)
const server = duringTests(() =>
  preseasonInProcess({ teams: 4, env: { PUSH_HOSTS: [PUSH_HOST, INSIDE_HOST, MIXED_HOST].join(' ') } }),
)
let stopSending: () => Promise<void>
beforeAll(async () => {
  stopSending = await startPush(server.context, service.outside)
})

/** No one is notified, and the service takes everything. */
beforeEach(async () => {
  service.answer(() => ({ status: 201 }))
  await server.database.transaction((queries) => queries.delete(pushSubscription))
})

afterAll(() => stopSending())

/** A further login of a member, on another device. */
async function logIn(member: string) {
  const cookie = await cookieOf(server.database, member, server.context.env.publicUrl, new Date())
  const ask: PreseasonServer['ask'] = (_member, path, request = {}) =>
    server.ask(null, path, { ...request, headers: { ...request.headers, cookie } })
  return { cookie, ask: (path: string, request?: Parameters<PreseasonServer['ask']>[2]) => ask(null, path, request) }
}

/** A device of a member's that wants to be notified. */
async function subscribe(member: string, kinds: object | undefined = ALL, device: PushedDevice = service.device()) {
  const login = await logIn(member)
  const { status, body } = await login.ask('/push', { method: 'PUT', body: { ...device.subscription, kinds } })
  expect({ status, kinds: body.kinds }).toEqual({ status: 200, kinds: { ...UNSAID, ...(kinds ?? ALL) } })
  return { ...device.subscription, ...login }
}

/** What came to a device, as its screen shows it. */
const shownOn = ({ endpoint }: { endpoint: string }) =>
  service.pushed.filter((each) => each.endpoint === endpoint).map(({ message }) => `${message.title} | ${message.body}`)

const rows = () => server.database.transaction((queries) => queries.select().from(pushSubscription))
const waiting = () => server.database.transaction((queries) => queries.select().from(pushNotice))
const passTo = (teamId: number) => server.act('POST', `set-picking-team/${teamId}`)
const settled = () => expect.poll(waiting).toEqual([])

describe('a device', () => {
  it('is known by its login, with the key that it subscribes with, and says of what it is notified', async () => {
    const { ask } = await logIn('member')
    const { body } = await ask('/push')
    expect(body).toEqual({ publicKey: expect.stringMatching(/^[\w-]{87}$/), kinds: null })
    const { subscription } = service.device()
    const on = await ask('/push', { method: 'PUT', body: subscription })
    expect(on.body).toEqual({ publicKey: body.publicKey, kinds: { ...UNSAID, ...ALL } })
    const some = { turn: true, next: false, start: false }
    expect((await ask('/push', { method: 'PATCH', body: some })).body.kinds).toEqual({ ...UNSAID, ...some })
    // The browser has a new address for it; what the member chose stays. Goals are off and messages on unless they say so.
    const renewed = await ask('/push', { method: 'PUT', body: service.device().subscription })
    expect(renewed.body.kinds).toEqual({ ...UNSAID, ...some })
    expect((await (await logIn('member')).ask('/push')).body.kinds).toBeNull()
    expect((await ask('/push', { method: 'DELETE' })).status).toBe(200)
    expect((await ask('/push')).body).toEqual(body)
    expect(refusal(await ask('/push', { method: 'PATCH', body: some }))).toEqual([409, 'PUSH_OFF'])
    expect(await rows()).toEqual([])
  })

  it.each([
    ['a host outside the list', 'https://evil.test/send/1'],
    ['a name that ends like one in the list', `https://not${PUSH_HOST}/send/1`],
    ['a subdomain that is not in it', `https://a.${PUSH_HOST}/send/1`],
    ['http', `http://${PUSH_HOST}/send/1`],
    ['a port', `https://${PUSH_HOST}:8443/send/1`],
    ['a name and password', `https://${PUSH_HOST}@evil.test/`],
    ['a bare address', 'https://127.0.0.1/send/1'],
    ['no address', 'push'],
  ])('cannot be at %s', async (_, endpoint) => {
    const { ask } = await logIn('member')
    const { subscription } = service.device()
    const { status, body } = await ask('/push', { method: 'PUT', body: { ...subscription, endpoint } })
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'This browser gets its notifications from a service that this league does not use.',
    })
  })

  it.each([
    ['a key of another length', { p256dh: 'AAAA' }],
    ['a key that is not a point of the curve', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['a secret of another length', { auth: 'AAAA' }],
  ])('cannot have %s', async (_, wrong) => {
    const { ask } = await logIn('member')
    const body = { ...service.device().subscription, ...wrong }
    expect(refusal(await ask('/push', { method: 'PUT', body }))).toEqual([400, 'BAD_REQUEST'])
  })

  it('is one of at most ten of a member', async () => {
    const [first] = await Promise.all(Array.from({ length: 10 }, () => subscribe('member')))
    const { ask } = await logIn('member')
    const again = () => ask('/push', { method: 'PUT', body: service.device().subscription })
    expect(refusal(await again())).toEqual([409, 'PUSH_DEVICES_FULL'])
    // One of them may have a new address, and others are not kept from theirs.
    expect((await first?.ask('/push', { method: 'PUT', body: service.device().subscription }))?.status).toBe(200)
    await subscribe('premium')
    await first?.ask('/push', { method: 'DELETE' })
    expect((await again()).status).toBe(200)
  })

  it('belongs to the member who logged in there last, and ends with the login', async () => {
    const device = service.device()
    await subscribe('member', ALL, device)
    const other = await subscribe('premium', ALL, device)
    expect(await rows()).toHaveLength(1)
    const left = await server.app.inject({
      url: '/auth/logout',
      headers: { cookie: other.cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    })
    expect(left.statusCode).toBe(302)
    expect(await rows()).toEqual([])
  })
})

describe('a draft tells', () => {
  it('that it starts, whose pick it is with the last one, and who is next, as each device wants', async () => {
    const chair = await subscribe(CHAIR)
    const owners = new Map<number, Awaited<ReturnType<typeof subscribe>>>()
    for (const teamId of [1, 2, 3, 4]) owners.set(teamId, await subscribe(server.ownerOf(teamId)))
    const quiet = await subscribe(server.ownerOf(1), { turn: false, next: false, start: false })
    await openDraft(server)
    const order = (await server.sequence()).map(({ teamId }) => teamId)
    const [first = 0, second = 0, third = 0] = order
    await settled()
    const of = (teamId: number) => shownOn(owners.get(teamId) ?? { endpoint: '' })
    expect(shownOn(chair)).toEqual([`The draft starts | T${first} picks first.`])
    expect(of(first)).toEqual(['Your pick | It is your turn in the draft.'])
    expect(of(second)).toEqual([`You are next | T${first} is picking.`])
    expect(of(third)).toEqual([`The draft starts | T${first} picks first.`])

    const { playerId, name } = await server.free('1.C')
    await server.draft(first, playerId)
    await settled()
    const last = `Last pick: T${first} took ${name} (1.C).`
    expect(of(first)).toHaveLength(1)
    expect(of(second).slice(1)).toEqual([`Your pick | ${last}`])
    expect(of(third).slice(1)).toEqual([`You are next | T${second} is picking. ${last}`])
    expect(shownOn(chair)).toHaveLength(1)
    expect(shownOn(quiet)).toEqual([])
  })

  it('in the form that Safari shows by itself, for an hour, soon, the newest in place of the last', async () => {
    const device = await subscribe(server.ownerOf(1))
    await passTo(2)
    await passTo(1)
    await settled()
    const sent = service.pushed.filter(({ endpoint }) => endpoint === device.endpoint).at(-1)
    expect(sent?.message).toEqual({
      title: 'Your pick',
      body: 'It is your turn in the draft.',
      navigate: `${server.context.env.publicUrl}/draft`,
      tag: 'draft',
    })
    expect(sent?.headers).toMatchObject({
      ttl: '3600',
      urgency: 'high',
      topic: 'draft',
      'content-encoding': 'aes128gcm',
    })
  })

  it('by the keys that the first releases made, too, which devices go on knowing', async () => {
    // As web-push 3.6.7 made them: the point and the bare number.
    const old = {
      publicKey: 'BF0OvfaSHxb2PuTBkhyMn6uPGoT1UUeDjJ9UDAqaYV9Z_f7RWBgDqu9n82GHIHUJL3kBq-6XcsV5ART8JIk3tzA',
      privateKey: 'vyBslJk96CPNooUX1zzMwfv--YIHQmogsSU0JftXm9c',
    }
    const { subscription } = service.device()
    const notice = { kind: 'turn', tag: 'draft', title: 'Your pick', body: 'Crosby, Sidney?', ...subscription } as const
    const sending = await messageFor(notice, old, 'https://pool.test')
    const delivery = await deliver(sending, service.outside, AbortSignal.timeout(10_000))
    expect(delivery).toEqual({ outcome: 'sent' })
    expect(shownOn(subscription)).toEqual(['Your pick | Crosby, Sidney?'])
    const [sent] = service.pushed.filter(({ endpoint }) => endpoint === subscription.endpoint)
    expect(sent?.headers.authorization).toMatch(new RegExp(`,\\s*k=${old.publicKey}$`))
  })

  it('nothing while it is paused, and whose pick it is when it goes on', async () => {
    const device = await subscribe(server.ownerOf(1), { turn: true, next: false, start: false })
    await passTo(2)
    await settled()
    await server.act('POST', 'pause')
    await passTo(1)
    expect(await waiting()).toEqual([])
    expect(shownOn(device)).toEqual([])
    await server.act('POST', 'resume')
    await expect.poll(() => shownOn(device)).toEqual(['Your pick | It is your turn in the draft.'])
  })

  it('nothing to a login that has ended', async () => {
    const device = await subscribe(server.ownerOf(1))
    await passTo(2)
    await settled()
    const before = shownOn(device).length
    const [row] = await rows()
    await server.database.transaction((queries) => deleteSession(queries, row?.sessionIdHash ?? ''))
    await passTo(1)
    expect(await waiting()).toEqual([])
    expect(shownOn(device)).toHaveLength(before)
  })
})

describe('a push service that', () => {
  /** A device of team 1, whose turn comes while the service answers so. */
  const onTurn = async (answer: Parameters<PushService['answer']>[0], device = service.device()) => {
    const subscribed = await subscribe(server.ownerOf(1), { turn: true, next: false, start: false }, device)
    await passTo(2)
    await settled()
    service.answer(answer)
    await passTo(1)
    return subscribed
  }

  it.each([404, 410])('answers %i ends the subscription', async (status) => {
    const device = await onTurn(() => ({ status }))
    await expect.poll(rows).toEqual([])
    await passTo(2)
    await passTo(1)
    expect(shownOn(device).filter((shown) => shown.startsWith('Your pick')).length).toBeLessThanOrEqual(2)
    expect(await waiting()).toEqual([])
  })

  it('answers 429 or 503 is asked again, until it takes the message', async () => {
    const answers = [{ status: 429, headers: { 'retry-after': '1' } }, { status: 503 }]
    const device = await onTurn(() => answers.shift() ?? { status: 201 })
    await settled()
    expect(
      service.pushed
        .filter(({ endpoint }) => endpoint === device.endpoint)
        .slice(-3)
        .map(({ status }) => status),
    ).toEqual([429, 503, 201])
    expect(shownOn(device).slice(-3)).toEqual(Array(3).fill('Your pick | It is your turn in the draft.'))
  })

  it('asks to be left alone is left alone, and the message is dropped with the turn', async () => {
    let tries = 0
    await onTurn(() => {
      tries += 1
      return { status: 429, headers: { 'retry-after': '600' } }
    })
    await expect.poll(() => tries).toBe(1)
    await expect.poll(async () => (await waiting()).map(({ claimedAt }) => claimedAt)).toEqual([null])
    const [notice] = await waiting()
    expect(Number(notice?.dueAt) - Date.now()).toBeGreaterThan(590_000)
    await passTo(2)
    expect(await waiting()).toEqual([])
    expect(tries).toBe(1)
  })

  it('never answers may have taken the message, which is not sent again', async () => {
    const device = await onTurn(() => 'hang')
    await settled()
    expect(shownOn(device).filter((shown) => shown.startsWith('Your pick | It'))).not.toEqual([])
    expect(service.pushed.filter((each) => each.endpoint === device.endpoint && each.status === null)).toHaveLength(1)
  })

  it.each([
    ['leaves HTTP (101)', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n', false],
    ['only begins (102)', 'HTTP/1.1 102 Processing\r\n\r\n', false],
    ['closes without an answer', '', true],
    ['closes within its head', 'HTTP/1.1 201 Cre', true],
    ['speaks something else', 'SSH-2.0-OpenSSH_9.6\r\n', false],
    ['stops in the middle of its body', 'HTTP/1.1 201 Created\r\ncontent-length: 9\r\n\r\nhalf', false],
    ['closes in the middle of its body', 'HTTP/1.1 201 Created\r\ncontent-length: 9\r\n\r\nhalf', true],
  ])('%s does not hold up what comes after it', async (_, raw, isClosed) => {
    let tries = 0
    const { endpoint } = await onTurn(() => {
      tries += 1
      return { raw, isClosed }
    })
    await settled()
    expect(tries).toBe(1)
    service.answer(() => ({ status: 201 }))
    await passTo(2)
    await passTo(1)
    await expect.poll(() => service.pushed.filter((each) => each.endpoint === endpoint).length).toBeGreaterThan(0)
    await settled()
  })

  it.each([400, 301, 307])('answers %i is not asked again, and not followed anywhere', async (status) => {
    await onTurn(() => ({ status, headers: { location: `https://${INSIDE_HOST}/send/1` } }))
    await settled()
    expect(service.pushed.filter((each) => each.status === status)).toHaveLength(1)
    expect(service.trapped()).toBe(0)
    expect(await rows()).toHaveLength(1)
  })

  it.each([INSIDE_HOST, MIXED_HOST])(
    "is called %s, which leads into the server's network, gets nothing",
    async (host) => {
      const { endpoint } = await onTurn(() => ({ status: 201 }), service.device(host))
      await expect.poll(async () => (await waiting()).map(({ tries }) => tries > 0)).toEqual([true])
      expect(service.pushed.filter((each) => each.endpoint === endpoint)).toEqual([])
      expect(service.trapped()).toBe(0)
    },
  )

  it('is no longer in the list gets nothing, and its devices go', async () => {
    await onTurn(() => ({ status: 201 }))
    await settled()
    const before = service.pushed.length
    const hosts = server.context.env.pushHosts.splice(0)
    await passTo(2)
    await passTo(1)
    await expect.poll(rows).toEqual([])
    server.context.env.pushHosts.push(...hosts)
    expect(service.pushed).toHaveLength(before)
  })
})
