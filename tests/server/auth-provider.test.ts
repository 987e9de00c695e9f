import { eq } from 'drizzle-orm'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { User } from '#contract/user'
import { member, session } from '#server/db/tables/identity-tables'
import { deferred } from '../support/deferred.ts'
import { duringTest } from '../support/during-tests.ts'
import { freePort } from '../support/free-port.mjs'
import { type Issuer, settingsFor, startIssuer } from './auth-issuer.ts'
import {
  ADMIN_FEATURES,
  FEATURES,
  type LoginServer,
  logOut,
  startServer,
  startWithIssuer,
  userOf,
} from './auth-server.ts'
import { OWN_LINK, Visitor } from './auth-visitor.ts'

const MINUTE = 60_000
/** The id of somebody who is not a member: it shows nothing of the provider's subject. */
const ANYBODY = /^login-[\w-]{43}$/
const HOUR = 60 * MINUTE

describe('with a provider elsewhere', () => {
  let issuer: Issuer
  let server: LoginServer
  let stop: () => Promise<void>
  beforeAll(async () => {
    ;({ issuer, server, stop } = await startWithIssuer())
  })
  afterAll(() => stop())

  const logInAs = async (person: Issuer['person'], page = '/standings') => {
    issuer.person = person
    const visitor = new Visitor()
    const back = await visitor.go(`${server.origin}/auth/login?return=${page}`)
    return { visitor, back }
  }
  const bodyFor = async (person: Issuer['person']) =>
    (await userOf((await logInAs(person)).visitor, server.origin)).body

  test("roles come from Keycloak's claim, and the name from the profile", async () => {
    const realm_access = { roles: ['ROLE_premium', 'offline_access'] }
    expect(await bodyFor({ sub: 'u1', name: 'Eva Berg', preferred_username: 'eva', realm_access })).toEqual({
      id: expect.stringMatching(ANYBODY),
      name: 'Eva Berg',
      roles: ['offline_access', 'premium'],
      outsider: { account: 'eva', reason: 'no-address', ask: ['admin'] },
    })
  })

  test("a member is found by subject, and their roles in the league are added to the provider's", async () => {
    expect(await bodyFor({ sub: 'subject-of-bo', name: 'B.', realm_access: { roles: ['premium'] } })).toEqual({
      id: 'member-6',
      name: 'Bo Lind',
      teamId: 2,
      roles: ['premium'],
      features: FEATURES,
    })
  })

  test.each([
    ['in other letter case', 'KISS@Pool.EXAMPLE', true],
    ['with the sign of the kelvin', '\u212aiss@pool.example', false],
    ['with a dotted capital I', 'K\u0130SS@pool.example', false],
    ['with a dotless small i', 'k\u0131ss@pool.example', false],
    ['with a long s', 'ki\u017fs@pool.example', false],
    ['in full width', '\uff4b\uff49\uff53\uff53@pool.example', false],
    ['with an invisible character', 'ki\u200bss@pool.example', false],
    ['with a space before it', ' kiss@pool.example', false],
    ['with another space behind it', 'kiss@pool.example\u00a0', false],
    ['with a mark of byte order', '\ufeffkiss@pool.example', false],
  ])('an address %s is that of a member: %s, %s', async (_case, email, isTheirs) => {
    const added = { userName: 'kiss', displayName: 'Kiss', email: 'kiss@pool.example' }
    await server.database.transaction((queries) => queries.insert(member).values(added).onConflictDoNothing())
    const body = await bodyFor({ sub: `of ${email}`, name: 'Somebody', email, email_verified: true })
    expect(body).toMatchObject(isTheirs ? { name: 'Kiss' } : { name: 'Somebody', outsider: {} })
  })

  test("a user name that looks like a member's means nothing", async () => {
    expect(await bodyFor({ sub: 'admin', name: 'Mallory', preferred_username: 'admin' })).toEqual({
      id: expect.stringMatching(ANYBODY),
      name: 'Mallory',
      roles: [],
      outsider: { account: 'admin', reason: 'no-address', ask: ['admin'] },
    })
  })

  test('an id names one person, at every login and under every name, and not by what the provider calls them', async () => {
    const idFor = async (person: Issuer['person']) => Value.Parse(User, await bodyFor(person)).id
    const eva = await idFor({ sub: 'subject-of-eva', name: 'Eva' })
    expect(eva).not.toContain('subject-of-eva')
    expect(await idFor({ sub: 'subject-of-eva', name: 'Eva Lund', preferred_username: 'lund' })).toBe(eva)
    // Two people of one name, or without any, are two.
    expect(await idFor({ sub: 'another-eva', name: 'Eva' })).not.toBe(eva)
    expect(await idFor({ sub: 'nameless-1' })).not.toBe(await idFor({ sub: 'nameless-2' }))
    // The league's own number stands through a new name, too.
    const bo = { sub: 'subject-of-bo', name: 'Bo' }
    expect(await idFor(bo)).toBe('member-6')
    const rename = "update member set display_name = 'Bo Sund' where subject = 'subject-of-bo'"
    await server.database.transaction((queries) => queries.execute(rename))
    expect(await bodyFor(bo)).toMatchObject({ id: 'member-6', name: 'Bo Sund' })
  })

  test('login leads back to the page asked for, logout ends the session there too', async () => {
    const { visitor, back } = await logInAs({ sub: 'u3', name: 'Eva' }, '/teams/1')
    expect(back.url.href).toBe(`${server.origin}/teams/1`)
    issuer.asked = []
    await visitor.go(`${server.origin}/auth/logout`, { headers: OWN_LINK })
    expect(issuer.asked[0]).toMatch(/^\/session\/end\?.*id_token_hint=ey.*client_id=pool/)
    expect((await userOf(visitor, server.origin)).status).toBe(401)
  })

  test("Change Password leads to the provider's account page", async () => {
    const visit = await new Visitor().go(`${server.origin}/auth/account`, { until: () => true })
    expect(visit.url.href).toBe(`${issuer.url}/account`)
  })

  test('there is no demo login', async () => {
    expect((await new Visitor().go(`${server.origin}/idp/account`)).status).toBe(404)
  })

  test('a login that the provider refuses ends on a page with a way to try again', async () => {
    const { back, visitor } = await logInAs({ sub: 'nobody' })
    expect(back.status).toBe(400)
    expect(back.text).toContain('The login was cancelled.')
    expect((await userOf(visitor, server.origin)).status).toBe(401)
  })

  test('asks the provider with PKCE, state and nonce', async () => {
    const visitor = new Visitor()
    const { url } = await visitor.go(`${server.origin}/auth/login`, {
      until: ({ pathname }) => pathname.endsWith('/auth'),
    })
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${server.origin}/auth/callback`,
    })
  })

  describe('a callback', () => {
    const callback = async () => {
      const visitor = new Visitor()
      issuer.person = { sub: 'subject-of-bo', name: 'Bo' }
      const { url } = await visitor.go(`${server.origin}/auth/login?return=/skaters`, {
        until: ({ pathname }) => pathname === '/auth/callback',
      })
      return { visitor, url }
    }

    const expectFailed = async (visitor: Visitor, url: URL) => {
      const { status, text } = await visitor.go(url)
      expect(status).toBe(400)
      expect(text).toContain('<h1>Login failed</h1>')
      expect(text).toMatch(/<a href="\/auth\/login[^"]*">Log in again<\/a>/)
      expect((await userOf(visitor, server.origin)).status).toBe(401)
    }

    test('with another state fails, and does not spoil the login under way', async () => {
      const { visitor, url } = await callback()
      const forged = new URL(url)
      forged.searchParams.set('state', 'forged')
      await expectFailed(visitor, forged)
      expect((await visitor.go(url)).url.pathname).toBe('/skaters')
    })

    test.each<[string, (asked: URLSearchParams) => void]>([
      ['without a state', (asked) => asked.delete('state')],
      ['with two states', (asked) => asked.append('state', 'second')],
      ['with a wrong code', (asked) => asked.set('code', 'wrong')],
    ])('%s fails', async (_, change) => {
      const { visitor, url } = await callback()
      change(url.searchParams)
      await expectFailed(visitor, url)
    })

    test('in another browser fails', async () => {
      const { url } = await callback()
      await expectFailed(new Visitor(), url)
    })

    test('works once', async () => {
      const { visitor, url } = await callback()
      const thief = visitor.copy()
      expect((await visitor.go(url)).url.pathname).toBe('/skaters')
      await expectFailed(thief, url)
    })

    test('of a cancelled login says so and leads back to the page asked for', async () => {
      const { visitor, url } = await callback()
      url.searchParams.delete('code')
      url.searchParams.set('error', 'access_denied')
      const { status, text } = await visitor.go(url)
      expect(status).toBe(400)
      expect(text).toContain('The login was cancelled.')
      expect(text).toContain('href="/auth/login?return=%2Fskaters"')
    })

    test('that comes after an hour fails', async () => {
      const { visitor, url } = await callback()
      server.pass(60 * 60_000)
      await expectFailed(visitor, url)
    })
  })

  test('claims are renewed behind an answer, without the member noticing', async () => {
    const { visitor } = await logInAs({ sub: 'u4', name: 'Eva', realm_access: { roles: [] } })
    issuer.person = { sub: 'u4', name: 'Eva Berg', realm_access: { roles: ['premium'] } }
    expect(await userOf(visitor, server.origin)).toMatchObject({ body: { name: 'Eva', roles: [] } })
    server.pass(11 * MINUTE)
    // The provider answers after the member has had an answer: on a quiet machine it would be as fast.
    const released = deferred()
    issuer.alter['/token'] = (answer) => released.promise.then(() => answer)
    expect(await userOf(visitor, server.origin)).toMatchObject({ status: 200, body: { name: 'Eva', roles: [] } })
    released.resolve()
    await expect
      .poll(() => userOf(visitor, server.origin))
      .toMatchObject({ body: { name: 'Eva Berg', roles: ['premium'] } })
    delete issuer.alter['/token']
    // The refresh token was rotated and kept: the next renewal works as well.
    issuer.person = { sub: 'u4', name: 'Eva Lund', realm_access: { roles: [] } }
    server.pass(11 * MINUTE)
    await expect.poll(() => userOf(visitor, server.origin)).toMatchObject({ body: { name: 'Eva Lund', roles: [] } })
  })

  test('a token is renewed once, however many requests come together', async () => {
    const { visitor } = await logInAs({ sub: 'u5', name: 'Eva' })
    server.pass(11 * MINUTE)
    issuer.asked = []
    await Promise.all(Array.from({ length: 8 }, () => userOf(visitor, server.origin)))
    await expect.poll(() => issuer.asked).toContain('/me')
    expect(issuer.asked.filter((path) => path === '/token')).toHaveLength(1)
  })

  test('a renewal that fails half way keeps the new token and what was known', async () => {
    const { visitor } = await logInAs({ sub: 'u9', name: 'Eva' })
    issuer.broken = '/me'
    issuer.asked = []
    server.pass(11 * MINUTE)
    await userOf(visitor, server.origin)
    await expect.poll(() => issuer.asked).toContain('/me')
    expect(await userOf(visitor, server.origin)).toMatchObject({ status: 200, body: { name: 'Eva' } })
    issuer.broken = null
    issuer.person = { sub: 'u9', name: 'Eva Lund' }
    server.pass(11 * MINUTE)
    await expect.poll(() => userOf(visitor, server.origin)).toMatchObject({ body: { name: 'Eva Lund' } })
  })

  test('a role that was taken away is gone within the hour, with the first request already', async () => {
    const { visitor } = await logInAs({ sub: 'u10', name: 'Eva', realm_access: { roles: ['premium'] } })
    issuer.person = { sub: 'u10', name: 'Eva', realm_access: { roles: [] } }
    server.pass(60 * MINUTE)
    issuer.asked = []
    const answers = await Promise.all(Array.from({ length: 5 }, () => userOf(visitor, server.origin)))
    expect(answers.map(({ body }) => body)).toEqual(
      Array.from({ length: 5 }, () => ({
        id: expect.stringMatching(ANYBODY),
        name: 'Eva',
        roles: [],
        outsider: { account: 'Eva', reason: 'no-address', ask: ['admin'] },
      })),
    )
    expect(issuer.asked.filter((path) => path === '/token')).toHaveLength(1)
  })

  test('an account that was closed is out within the hour, with the first request already', async () => {
    const { visitor } = await logInAs({ sub: 'u11', name: 'Eva' })
    issuer.person = { sub: 'somebody else' }
    server.pass(60 * MINUTE)
    expect((await userOf(visitor, server.origin)).status).toBe(401)
  })

  test('while the provider cannot be asked, its roles count for a day and the login goes on', async () => {
    const person = { sub: 'subject-of-bo', name: 'B.', realm_access: { roles: ['admin'] } }
    const { visitor } = await logInAs(person)
    const admin = { id: 'member-6', name: 'Bo Sund', teamId: 2, roles: ['admin'], features: ADMIN_FEATURES }
    issuer.broken = '/'
    server.pass(23 * HOUR)
    expect(await userOf(visitor, server.origin)).toEqual({ status: 200, body: admin })
    server.pass(61 * MINUTE)
    expect(await userOf(visitor, server.origin)).toEqual({
      status: 200,
      body: { ...admin, roles: [], features: FEATURES },
    })
    issuer.broken = null
    server.pass(11 * MINUTE)
    expect(await userOf(visitor, server.origin)).toEqual({ status: 200, body: admin })
  })

  test('a request waits for what another process hears from the provider', async () => {
    const { visitor } = await logInAs({ sub: 'u12', name: 'Eva', realm_access: { roles: ['admin'] } })
    server.pass(60 * MINUTE)
    const now = server.context.clock()
    const change = (set: object) =>
      server.database.transaction((queries) => queries.update(session).set(set).where(eq(session.subject, 'u12')))
    // Another process has begun to ask, and is killed.
    await change({ refreshedAt: now, renewingUntil: new Date(now.getTime() + MINUTE) })
    const answered = userOf(visitor, server.origin)
    // As the other one would, had it lived.
    await change({ roles: [], confirmedAt: now, renewingUntil: null })
    expect(await answered).toMatchObject({ status: 200, body: { name: 'Eva', roles: [] } })
  })

  test('while the provider is down, login says so and logout works here', async () => {
    const { visitor } = await logInAs({ sub: 'u8', name: 'Eva' })
    const begun = new Visitor()
    const callback = await begun.go(`${server.origin}/auth/login`, {
      until: ({ pathname }) => pathname === '/auth/callback',
    })
    issuer.broken = '/'
    const { status, text, headers } = await begun.go(callback.url)
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('10')
    expect(text).toContain('Try again')
    expect(text).not.toMatch(/Error|at .*\.ts|500/)
    issuer.broken = null
    await logOut(visitor, server.origin)
    expect((await userOf(visitor, server.origin)).status).toBe(401)
  })
})

describe('a provider that is down when the server starts', () => {
  test('is found once it is up', async () => {
    const [port, issuerPort] = [await freePort(), await freePort()]
    const server = await duringTest(
      startServer({ port, env: settingsFor(`http://localhost:${issuerPort}/realms/pool`) }),
    )
    const visitor = new Visitor()
    const down = await visitor.go(`${server.origin}/auth/login?return=/skaters`)
    expect(down.status).toBe(503)
    expect(down.text).not.toMatch(/ECONNREFUSED|at .*:\d+:\d+/)
    expect(down.text).toContain('The login service does not answer at the moment.')
    expect(down.text).toContain('href="/auth/login?return=%2Fskaters"')
    expect(
      (await visitor.go(`${server.origin}/auth/logout`, { headers: OWN_LINK, until: () => true })).url.pathname,
    ).toBe('/')
    const issuer = await duringTest(startIssuer(server.origin, { port: issuerPort }))
    issuer.person = { sub: 'u1', name: 'Eva' }
    expect((await visitor.go(`${server.origin}/auth/login?return=/skaters`)).url.pathname).toBe('/skaters')
  })
})

describe('a lasting access', () => {
  test('that the provider takes away ends the login', async () => {
    const { issuer, server, stop } = await startWithIssuer({ lasting: true })
    issuer.person = { sub: 'u1', name: 'Eva' }
    const visitor = new Visitor()
    const asked = await visitor.go(`${server.origin}/auth/login`, {
      until: ({ pathname }) => pathname.endsWith('/auth'),
    })
    expect(asked.url.searchParams.get('scope')).toBe('openid profile email offline_access')
    // This provider grants it only with consent, as the standard allows.
    asked.url.searchParams.set('prompt', 'consent')
    await visitor.go(asked.url)
    const statusAfter = async (minutes: number) => {
      issuer.asked = []
      server.pass(minutes * MINUTE)
      await userOf(visitor, server.origin)
      await expect.poll(() => issuer.asked).toContain('/token')
      return (await userOf(visitor, server.origin)).status
    }
    expect(await statusAfter(11)).toBe(200)
    issuer.knowsClient = false
    expect(await statusAfter(11), 'with a client secret that the provider does not take').toBe(200)
    issuer.knowsClient = true
    issuer.person = { sub: 'somebody else' }
    await statusAfter(11)
    await expect.poll(async () => (await userOf(visitor, server.origin)).status).toBe(401)
    await stop()
  })
})
