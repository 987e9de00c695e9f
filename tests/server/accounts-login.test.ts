import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { Authenticator } from '../support/authenticator.ts'
import { commandOn } from '../support/command-on.ts'
import { duringTest, duringTests } from '../support/during-tests.ts'
import { eventsSince, joined, linkFor, Phone, startAccounts } from './accounts-phone.ts'
import { logOut } from './auth-server.ts'
import { OWN_LINK, Visitor } from './auth-visitor.ts'

let phone: Phone
const server = duringTests(() => startAccounts({ LOG_LEVEL: 'info' }))
beforeAll(async () => {
  phone = await joined(server, 'member')
})

/** A browser without a login, with the phone's passkeys. */
const loggedOut = () => new Phone(server.origin, new Visitor(), phone.authenticator)

describe('a login with a passkey', () => {
  test('has a page with one button, and no member on it', async () => {
    const { status, text } = await new Visitor().go(`${server.origin}/auth/login`)
    expect(status).toBe(200)
    expect(text.match(/<button class="main">[^<]+/g)).toEqual(['<button class="main">Log in with a passkey'])
    expect(text).not.toContain('Blue Line Bandits')
    expect(text).not.toMatch(/<script>|style="|type="password"/)
  })

  test('asks for no particular passkey, and for face, finger or code', async () => {
    const visitor = loggedOut()
    const { body } = await visitor.post(`${await visitor.begin()}/options`, {})
    expect(body).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
    })
  })

  test('leads to the page asked for', async () => {
    const visitor = loggedOut()
    expect((await visitor.logIn('/teams/1')).pathname).toBe('/teams/1')
    expect(await visitor.name()).toBe('member')
  })

  test('gets a new id, and one that was planted before is worth nothing', async () => {
    const visitor = loggedOut()
    const planted = 'x'.repeat(43)
    visitor.visitor.put(new URL(server.origin).host, 'pool-session', planted)
    await visitor.logIn()
    expect(visitor.visitor.cookie('pool-session')).not.toBe(planted)
    const thief = new Phone(server.origin)
    thief.visitor.put(new URL(server.origin).host, 'pool-session', planted)
    expect(await thief.name()).toBeNull()
    // The same at an invitation.
    const invited = new Phone(server.origin)
    invited.visitor.put(new URL(server.origin).host, 'pool-session', planted)
    await invited.make(await linkFor(server, 'anna'))
    expect(await invited.name()).toBe('Anna Ek')
    expect(await thief.name()).toBeNull()
  })

  test('is asked for each time, logged in or not', async () => {
    const visitor = loggedOut()
    await visitor.logIn()
    expect((await visitor.begin()).pathname).toMatch(/^\/idp\/login\//)
    await logOut(visitor.visitor, server.origin)
    expect(await visitor.name()).toBeNull()
    expect((await visitor.begin()).pathname).toMatch(/^\/idp\/login\//)
    await visitor.logIn()
    expect(await visitor.name()).toBe('member')
  })

  test('of two members on one phone is that of the passkey chosen', async () => {
    const both = new Authenticator()
    both.keys.push(...phone.authenticator.keys)
    const shared = new Phone(server.origin, new Visitor(), both)
    const anna = await joined(server, 'anna')
    both.keys.push(...anna.authenticator.keys)
    await shared.logIn()
    expect(await shared.name()).toBe('Anna Ek')
    both.keys.pop()
    await shared.logIn()
    expect(await shared.name()).toBe('member')
    expect(await anna.name()).toBe('Anna Ek')
  })
})

describe('a login under way', () => {
  /** Everything but the answer of the passkey, which the member may give much later. */
  const asked = async (user: string) => {
    const member = await joined(server, user)
    const away = new Phone(server.origin, new Visitor(), member.authenticator)
    const address = await away.begin()
    const { body: options } = await away.post(`${address}/options`, {})
    const answer = () => away.post(address, away.authenticator.use(options, { origin: server.origin }))
    return { away, answer }
  }

  test('of a member who is removed meanwhile fails with a sentence', async () => {
    const { away, answer } = await asked('premium')
    await server.rows(sql`delete from member where user_name = 'premium'`)
    expect(await answer()).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('has been removed') },
    })
    expect(await away.name()).toBeNull()
  })

  test('ends with the passkey, which a thief cannot outlast', async () => {
    const { away, answer } = await asked('anna')
    const said = await commandOn(server.database, 'invite anna --lost', {
      env: { LOGIN: 'accounts', PUBLIC_URL: server.origin },
    })
    expect(said.join()).toContain('logged out everywhere')
    expect((await answer()).status).toBe(404)
    expect(await away.name()).toBeNull()
  })
})

describe('refused is', () => {
  const here = () => ({ origin: server.origin })
  /** Begins a login and uses the passkey as told. Answers what the server says to it. */
  const tries = async (
    how: Partial<Parameters<Authenticator['use']>[1]>,
    { rpId, wait = 0, change = {} }: { rpId?: string; wait?: number; change?: object } = {},
  ) => {
    const visitor = loggedOut()
    const address = await visitor.begin()
    const { body } = await visitor.post(`${address}/options`, {})
    const used = visitor.authenticator.use({ ...body, ...(rpId ? { rpId } : {}) }, { ...here(), ...how })
    server.pass(wait)
    const before = server.lines.length
    const { status } = await visitor.post(address, { ...used, ...change })
    expect(await visitor.name()).toBeNull()
    return { status, events: eventsSince(server, before) }
  }
  const refused = (reason: string) => [{ event: 'passkey_refused', reason }]

  test.each<[string, Parameters<typeof tries>[0], Parameters<typeof tries>[1], number, string]>([
    ['a passkey used on another site', { origin: 'https://evil.example' }, {}, 400, 'invalid'],
    ['one used for another host', {}, { rpId: 'evil.example' }, 400, 'invalid'],
    ['one used without face, finger or code', { verified: false }, {}, 400, 'invalid'],
    ['one that was used too late', {}, { wait: 5 * 60_000 }, 400, 'stale'],
    ['one that is unknown', {}, { change: { id: 'A'.repeat(43), rawId: 'A'.repeat(43) } }, 404, 'unknown'],
    ['something else altogether', {}, { change: { response: 'x' } }, 400, 'invalid'],
  ])('%s', async (_case, how, options, status, reason) => {
    expect(await tries(how, options)).toEqual({ status, events: refused(reason) })
  })

  test('an answer that was given before, here or for another login', async () => {
    const visitor = loggedOut()
    const address = await visitor.begin()
    const { body } = await visitor.post(`${address}/options`, {})
    const used = visitor.authenticator.use(body, here())
    const other = loggedOut()
    expect((await other.post(await other.begin(), used)).status).toBe(400)
    // Tried at another login, it is spent.
    expect((await visitor.post(address, used)).status).toBe(400)
    const again = visitor.authenticator.use((await visitor.post(`${address}/options`, {})).body, here())
    expect((await visitor.post(address, again)).status).toBe(200)
    expect((await visitor.post(address, again)).status).toBe(400)
    // Nor in another browser, which has not begun this login.
    expect((await new Phone(server.origin).post(address, again)).status).toBe(400)
  })

  test('a passkey whose counter goes back, which the log tells', async () => {
    const [kept] = phone.authenticator.keys
    if (!kept) throw new Error('The phone has its passkey.')
    await loggedOut().logIn()
    const counter = kept.counter
    kept.counter = counter - 1
    const { status, events } = await tries({})
    expect([status, events]).toEqual([400, [{ event: 'passkey_copied' }, ...refused('invalid')]])
    const visitor = loggedOut()
    const address = await visitor.begin()
    kept.counter = counter - 1
    const used = visitor.authenticator.use((await visitor.post(`${address}/options`, {})).body, here())
    expect((await visitor.post(address, used)).body.message).toBe(
      'This passkey looks copied: another device has used it since. Log in with another passkey and remove this one on your account page, or ask an admin for a new invitation.',
    )
    kept.counter = counter
    await loggedOut().logIn()
    expect(await server.rows(sql`select counter::int as counter from passkey where id = ${kept.id}`)).toEqual([
      { counter: counter + 1 },
    ])
  })

  test('one that another key signed', async () => {
    const forger = new Authenticator()
    forger.make({ challenge: 'x', rp: { id: 'localhost' }, user: { id: 'x' } }, here())
    const [own, real] = [forger.keys[0], phone.authenticator.keys[0]]
    if (!own || !real) throw new Error('Both have a key.')
    const visitor = new Phone(server.origin)
    const address = await visitor.begin()
    const { body } = await visitor.post(`${address}/options`, {})
    const used = forger.use(body, here(), { ...real, key: own.key })
    expect((await visitor.post(address, used)).status).toBe(400)
  })

  test('a request from another site', async () => {
    const visitor = loggedOut()
    const address = await visitor.begin()
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await visitor.post(`${address}/options`, {}, headers)).status).toBe(403)
    expect((await visitor.post(address, {}, headers)).status).toBe(403)
  })

  test('a member who keeps trying, for a while', async () => {
    const limited = await duringTest(startAccounts({ LOG_LEVEL: 'info', RATE_LIMIT: '9000' }))
    const member = await joined(limited, 'member')
    const attempt = async () => {
      const visitor = new Phone(limited.origin, new Visitor(), member.authenticator)
      const address = await visitor.begin()
      const { body } = await visitor.post(`${address}/options`, {})
      return visitor.post(address, member.authenticator.use(body, { origin: 'https://evil.example' }))
    }
    const statuses: number[] = []
    for (let at = 0; at < 21; at += 1) statuses.push((await attempt()).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429])
    expect(eventsSince(limited, 0).at(-1)).toEqual({ event: 'passkey_refused', reason: 'limited' })
    // The login that is there goes on.
    expect(await member.name()).toBe('member')
  })
})

test('where no browser makes passkeys, the pages say so', async () => {
  const port = new URL(server.origin).port
  const numbers = await duringTest(startAccounts({ PUBLIC_URL: `http://127.0.0.1:${port}` }))
  const { status, text } = await new Visitor().go(`${numbers.origin}/idp/invitation/x`, { headers: OWN_LINK })
  expect([status, text]).toEqual([503, expect.stringContaining('Passkeys belong to a host name')])
})
