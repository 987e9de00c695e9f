import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { member, session } from '#server/db/tables/identity-tables'
import { team } from '#server/db/tables/tables'
import { duringTest, duringTests } from '../support/during-tests.ts'
import { FEATURES, type LoginServer, logIn, logOut, startServer, userOf } from './auth-server.ts'
import { OWN_LINK, Visitor } from './auth-visitor.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('a session', () => {
  const server = duringTests(() => startServer())

  const statusOf = async (visitor: Visitor) => (await userOf(visitor, server.origin)).status
  const sessions = () => server.database.transaction((queries) => queries.select().from(session))

  test('is known to the database by a hash, and its tokens are sealed', async () => {
    const { visitor } = await logIn(server.origin, 'member')
    const id = visitor.cookie('pool-session') ?? ''
    const rows = JSON.stringify(await sessions())
    expect(id).toHaveLength(43)
    expect(rows).not.toContain(id)
    expect(rows).not.toContain('eyJ')
  })

  test('ends after 30 days without a visit, and not before', async () => {
    const { visitor } = await logIn(server.origin, 'member')
    server.pass(29 * DAY)
    expect(await statusOf(visitor)).toBe(200)
    server.pass(29 * DAY)
    expect(await statusOf(visitor)).toBe(200)
    server.pass(30 * DAY + MINUTE)
    expect(await statusOf(visitor)).toBe(401)
  })

  test('ends after 180 days in any case', async () => {
    const { visitor } = await logIn(server.origin, 'member')
    for (let day = 25; day < 180; day += 25) {
      server.pass(25 * DAY)
      expect(await statusOf(visitor), `day ${day}`).toBe(200)
    }
    server.pass(5 * DAY + MINUTE)
    expect(await statusOf(visitor)).toBe(401)
  })

  test('lasts as long as the settings say', async () => {
    const set = await duringTest(startServer({ env: { SESSION_DAYS: '20', SESSION_IDLE_DAYS: '5' } }))
    const statusThere = async (visitor: Visitor) => (await userOf(visitor, set.origin)).status
    const { visitor: away } = await logIn(set.origin, 'member')
    const { visitor } = await logIn(set.origin, 'admin')
    expect(visitor.setCookies.find((line) => line.startsWith('pool-session='))).toContain(`Max-Age=${20 * 86_400}`)
    for (const day of [4, 8, 12, 16]) {
      set.pass(4 * DAY)
      expect(await statusThere(visitor), `day ${day}`).toBe(200)
    }
    expect(await statusThere(away)).toBe(401)
    set.pass(4 * DAY + MINUTE)
    expect(await statusThere(visitor), 'after 20 days, the last visit 4 days ago').toBe(401)
  })

  test('that began before its lifetime was set shorter ends with the shorter one', async () => {
    const { visitor } = await logIn(server.origin, 'member')
    const env = { PUBLIC_URL: server.origin, SESSION_IDLE_DAYS: '5' }
    const stricter = await duringTest(startServer({ database: server.database, env }))
    const there = new Visitor()
    there.put(new URL(stricter.origin).host, 'pool-session', visitor.cookie('pool-session') ?? '')
    const ahead = server.context.clock().getTime() - stricter.context.clock().getTime()
    stricter.pass(ahead + 5 * DAY + MINUTE)
    server.pass(5 * DAY + MINUTE)
    expect((await userOf(there, stricter.origin)).status).toBe(401)
    expect(await statusOf(visitor), 'with the lifetime that it began with').toBe(200)
  })

  test('gets a new id at each login, and the old id is worth nothing', async () => {
    const { visitor } = await logIn(server.origin, 'member')
    const thief = visitor.copy()
    await logIn(server.origin, 'member', '/skaters', visitor)
    await visitor.go(`${server.origin}/auth/login`)
    expect(visitor.cookie('pool-session')).not.toBe(thief.cookie('pool-session'))
    expect(await statusOf(visitor)).toBe(200)
    expect(await statusOf(thief)).toBe(401)
  })

  test('planted by somebody else before the login is not taken over', async () => {
    const visitor = new Visitor()
    visitor.put(new URL(server.origin).host, 'pool-session', 'planted')
    await logIn(server.origin, 'member', '/skaters', visitor)
    expect(visitor.cookie('pool-session')).toMatch(/^[\w-]{43}$/)
  })

  test('that was ended elsewhere is over at once, not when the cache forgets it', async () => {
    const { visitor } = await logIn(server.origin, 'member')
    const other = await duringTest(startServer({ database: server.database }))
    const there = new Visitor()
    there.put(new URL(other.origin).host, 'pool-session', visitor.cookie('pool-session') ?? '')
    expect((await userOf(there, server.origin)).status).toBe(401)
    await server.database.transaction((queries) => queries.update(session).set({ issuer: `${other.origin}/idp` }))
    expect((await userOf(there, other.origin)).status).toBe(200)
    await there.go(`${other.origin}/auth/logout`, { headers: OWN_LINK })
    await expect.poll(() => statusOf(visitor)).toBe(401)
  })

  test('is one of fifty of its account at most: the one that was seen longest ago goes, at once', async () => {
    const { visitor: first } = await logIn(server.origin, 'newcomer')
    const { visitor: other } = await logIn(server.origin, 'premium')
    server.pass(2 * 60 * MINUTE)
    const { visitor: second } = await logIn(server.origin, 'newcomer')
    server.pass(2 * 60 * MINUTE)
    expect(await statusOf(first), 'and seen again since').toBe(200)
    const newcomers = async () => (await sessions()).filter(({ subject }) => subject === 'newcomer')
    const [row] = await newcomers()
    if (!row) throw new Error('They are logged in.')
    server.pass(MINUTE)
    const usedAt = server.context.clock()
    const further = Array.from({ length: 48 }, (_, nr) => ({ ...row, idHash: `further ${nr}`, usedAt }))
    await server.database.transaction((queries) => queries.insert(session).values(further))
    const { visitor: last } = await logIn(server.origin, 'newcomer')
    expect(await newcomers()).toHaveLength(50)
    expect(await Promise.all([first, second, last, other].map(statusOf))).toEqual([200, 401, 200, 200])
    // Several at once, too.
    await Promise.all(Array.from({ length: 5 }, () => logIn(server.origin, 'newcomer')))
    expect(await newcomers()).toHaveLength(50)
  })

  test('counts with the issuer that it is of, and with no other', async () => {
    const { visitor } = await logIn(server.origin, 'premium')
    expect(await statusOf(visitor)).toBe(200)
    await server.database.transaction((queries) =>
      queries.update(session).set({ issuer: 'https://id.example' }).where(eq(session.subject, 'premium')),
    )
    server.pass(MINUTE)
    expect(await statusOf(visitor)).toBe(401)
  })

  test('is swept away once it has expired', async () => {
    await logIn(server.origin, 'member')
    server.pass(200 * DAY)
    await logIn(server.origin, 'member')
    expect(await sessions()).toHaveLength(1)
  })

  test('sees the member as the league has them now', async () => {
    const { visitor } = await logIn(server.origin, 'newcomer')
    expect(await userOf(visitor, server.origin)).toMatchObject({ body: { name: 'newcomer', roles: [] } })
    const change = "team_id = 2, roles = '{admin}', display_name = 'Nils'"
    await server.database.transaction((queries) =>
      queries.execute(`update member set ${change} where user_name = 'newcomer'`),
    )
    server.pass(6_000)
    expect(await userOf(visitor, server.origin)).toMatchObject({ body: { name: 'Nils', teamId: 2, roles: ['admin'] } })
  })
})

describe('a restart', () => {
  let folder: string
  let server: LoginServer
  const env = () => ({ DATA_DIR: folder })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hockey-pool-identity-'))
    server = await startServer({ env: env() })
    await server.database.transaction(async (queries) => {
      await queries.insert(team).values({ name: 'Blue Line Bandits', shortName: 'BLB' })
      await queries.insert(member).values({ userName: 'member', displayName: 'member', teamId: 1 })
    })
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('keeps the login, and one that is under way', async () => {
    const port = Number(new URL(server.origin).port)
    const { visitor } = await logIn(server.origin, 'member')
    const underWay = new Visitor()
    const { url } = await underWay.go(`${server.origin}/auth/login?return=/skaters`)
    await server.stop()
    server = await startServer({ port, env: env() })
    expect(await userOf(visitor, server.origin)).toMatchObject({ status: 200, body: { name: 'member', teamId: 1 } })
    const back = await underWay.go(url, { method: 'POST', form: { member: 'member' } })
    expect(back.url.pathname).toBe('/skaters')
    await logOut(visitor, server.origin)
    expect((await userOf(visitor, server.origin)).status).toBe(401)
  })
})

describe('behind a proxy with https', () => {
  const server = duringTests(() =>
    startServer({ env: { PUBLIC_URL: 'https://pool.example', TRUST_PROXY: 'loopback' } }),
  )

  /** The proxy: takes the browser's https address to the server's own port. */
  const through = async (visitor: Visitor, address: string | URL, form?: Record<string, string>) => {
    let url = new URL(address, 'https://pool.example')
    for (;;) {
      expect(url.origin).toBe('https://pool.example')
      const visit = await visitor.go(server.origin + url.pathname + url.search, {
        until: () => true,
        headers: { host: url.host, 'x-forwarded-proto': 'https' },
        ...(form ? { method: 'POST', form } : {}),
      })
      form = undefined
      const { location } = visit.headers
      if (location === undefined) return { ...visit, url }
      url = new URL(location, url)
    }
  }

  test('the cookies are bound to the host, the addresses are the public ones, and the login works', async () => {
    const visitor = new Visitor()
    const { url, text } = await through(visitor, '/auth/login')
    expect(text).toContain('Hockey Pool demo login')
    await through(visitor, url, { member: 'member' })
    const user = await through(visitor, '/api/v1/user')
    const shown = { id: 'member-3', name: 'member', teamId: 1, roles: [], features: FEATURES }
    expect(JSON.parse(user.text)).toEqual(shown)
    const line = visitor.setCookies.find((cookie) => cookie.startsWith('__Host-pool-session='))
    expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=\d+$/)
    for (const cookie of visitor.setCookies) expect(cookie).toMatch(/; secure/i)
  })
})
