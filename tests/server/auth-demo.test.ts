import { describe, expect, test } from 'vitest'
import { duringTests } from '../support/during-tests.ts'
import { ADMIN_FEATURES, FEATURES, logIn, logOut, startServer, userOf } from './auth-server.ts'
import { OWN_LINK, Visitor } from './auth-visitor.ts'

const server = duringTests(() => startServer())

const UNAUTHENTICATED = { status: 401, body: { code: 'UNAUTHENTICATED', message: 'Please log in.' } }

describe('who is logged in', () => {
  test('no one: 401 as JSON, never a redirect', async () => {
    expect(await userOf(new Visitor(), server.origin)).toEqual(UNAUTHENTICATED)
  })

  test.each([
    ['member', { id: 'member-3', name: 'member', teamId: 1, roles: [] }],
    ['admin', { id: 'member-1', name: 'admin', teamId: 2, roles: ['admin'] }],
    ['premium', { id: 'member-2', name: 'premium', roles: ['premium'] }],
    ['newcomer', { id: 'member-4', name: 'newcomer', roles: [] }],
    ['anna', { id: 'member-5', name: 'Anna Ek', roles: ['premium'] }],
  ])('%s, by a button', async (name, user) => {
    const { visitor } = await logIn(server.origin, name)
    const features = name === 'admin' ? ADMIN_FEATURES : FEATURES
    expect(await userOf(visitor, server.origin)).toEqual({ status: 200, body: { ...user, features } })
  })

  test('an invented id is no one', async () => {
    for (const id of ['', 'x', 'a'.repeat(43), "' or 1=1 --"]) {
      const visitor = new Visitor()
      visitor.put(new URL(server.origin).host, 'pool-session', id)
      expect(await userOf(visitor, server.origin)).toEqual(UNAUTHENTICATED)
    }
  })
})

describe('the login page', () => {
  test('has one button per member, named by the user name first', async () => {
    const { text, headers } = await new Visitor().go(`${server.origin}/auth/login`)
    const names = [...text.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, html = '']) =>
      html.replace(/<[^>]+>/g, ''),
    )
    expect(names).toEqual([
      'admin — Net &lt;Minders&gt;',
      'premium — no team',
      'member — Blue Line Bandits',
      'newcomer — no team',
      'anna — Anna Ek, no team',
      'bo — Bo Lind, Net &lt;Minders&gt;',
    ])
    expect(text).toContain('<h1>Hockey Pool demo login</h1>')
    expect(text).not.toMatch(/<script|style=|type="password"/)
    expect(headers['content-security-policy']).toContain("default-src 'none'; style-src 'sha256-")
  })

  test('refuses somebody who is not a member', async () => {
    const { back, visitor } = await logIn(server.origin, 'nobody')
    expect(back.status).toBe(400)
    expect(await userOf(visitor, server.origin)).toEqual(UNAUTHENTICATED)
  })

  test('of another browser is of no use', async () => {
    const { url } = await new Visitor().go(`${server.origin}/auth/login`)
    const stranger = await new Visitor().go(url, { method: 'POST', form: { member: 'admin' } })
    expect(stranger.status).toBe(400)
    expect(stranger.text).toContain('href="/auth/login"')
  })

  test('is not pressed by another site', async () => {
    const visitor = new Visitor()
    const { url } = await visitor.go(`${server.origin}/auth/login`)
    const forged = await visitor.go(url, {
      method: 'POST',
      form: { member: 'admin' },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(forged.status).toBe(403)
  })
})

describe('login', () => {
  test('leads back to the page asked for', async () => {
    const { back } = await logIn(server.origin, 'member', '/teams/1?teamSold_sort=player.name')
    expect(back.url.href).toBe(`${server.origin}/teams/1?teamSold_sort=player.name`)
  })

  test('never leads to another site', async () => {
    const { back } = await logIn(server.origin, 'member', '//evil.example/')
    expect(back.url.href).toBe(`${server.origin}/`)
  })

  test('sets a cookie that scripts and other sites do not get', async () => {
    const { visitor } = await logIn(server.origin, 'member')
    const line = visitor.setCookies.find((cookie) => cookie.startsWith('pool-session='))
    expect(line).toMatch(/^pool-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/)
  })

  test('in each of two tabs leads to the page of that tab, once', async () => {
    const visitor = new Visitor()
    const begin = async (page: string) => (await visitor.go(`${server.origin}/auth/login?return=${page}`)).url
    const [one, other] = [await begin('/skaters'), await begin('/goalies')]
    const press = (url: URL) => visitor.go(url, { method: 'POST', form: { member: 'member' } })
    expect((await press(other)).url.pathname).toBe('/goalies')
    expect((await press(one)).url.pathname).toBe('/skaters')
    expect((await press(one)).status).toBe(400)
  })

  test('of an old tab is forgotten where a cookie could not hold both', async () => {
    const visitor = new Visitor()
    const page = `/teams/1?sort=${'x'.repeat(1_900)}`
    const begin = async () => (await visitor.go(`${server.origin}/auth/login?return=${encodeURIComponent(page)}`)).url
    const [old, latest] = [await begin(), await begin()]
    for (const line of visitor.setCookies) expect(line.length).toBeLessThan(4_096)
    expect((await visitor.go(old)).status).toBe(400)
    const pressed = await visitor.go(latest, { method: 'POST', form: { member: 'member' }, until: () => true })
    expect(pressed.url.pathname + pressed.url.search).toBe(page)
  })

  test.each([
    ['a quarter of an hour later is over', 15 * 60_000, 400],
    ['a minute earlier is not', 14 * 60_000, 200],
  ])('%s', async (_case, after, status) => {
    const visitor = new Visitor()
    const { url } = await visitor.go(`${server.origin}/auth/login`)
    server.pass(after)
    expect((await visitor.go(url)).status).toBe(status)
    const pressed = await visitor.go(url, { method: 'POST', form: { member: 'member' }, until: () => true })
    expect(pressed.status).toBe(status === 200 ? 303 : 400)
    expect((await userOf(visitor, server.origin)).status).toBe(status === 200 ? 200 : 401)
  })

  test('begun at 127.0.0.1 goes on at localhost, where it will end', async () => {
    const visit = await new Visitor().go(
      `${server.origin.replace('localhost', '127.0.0.1')}/auth/login?return=/skaters`,
    )
    expect(visit.url.origin).toBe(server.origin)
    expect(visit.text).toContain('Hockey Pool demo login')
  })
})

test('no access token opens the API', async () => {
  const { visitor } = await logIn(server.origin, 'member')
  const id = visitor.cookie('pool-session') ?? ''
  for (const authorization of [`Bearer ${id}`, `Basic ${btoa(`member:${id}`)}`]) {
    const { status } = await new Visitor().go(`${server.origin}/api/v1/user`, { headers: { authorization } })
    expect(status).toBe(401)
  }
})

describe('logout', () => {
  test('ends the login', async () => {
    const { visitor } = await logIn(server.origin, 'member')
    const copied = visitor.copy()
    const laptop = await logIn(server.origin, 'member')
    const { url } = await logOut(visitor, server.origin)
    expect(url.href).toBe(`${server.origin}/`)
    expect(visitor.cookie('pool-session')).toBeUndefined()
    expect(await userOf(visitor, server.origin)).toEqual(UNAUTHENTICATED)
    expect(await userOf(copied, server.origin)).toEqual(UNAUTHENTICATED)
    expect((await userOf(laptop.visitor, server.origin)).status, 'another device').toBe(200)
    const next = await visitor.go(`${server.origin}/auth/login`)
    expect(next.text).toContain('Hockey Pool demo login')
  })

  test('works when the login is gone already, here or everywhere', async () => {
    const { visitor } = await logIn(server.origin, 'member')
    visitor.put(new URL(server.origin).host, 'pool-session', 'gone')
    expect((await logOut(visitor, server.origin)).url.href).toBe(`${server.origin}/`)
    expect((await visitor.go(`${server.origin}/auth/login`)).text).toContain('Hockey Pool demo login')
    expect((await logOut(new Visitor(), server.origin)).url.href).toBe(`${server.origin}/`)
  })

  test.each([
    [
      'a picture on another site',
      403,
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
    ['a frame on another site', 403, { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }],
    ['a prefetch', 403, { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
    ['a link on another site, which asks first', 200, { 'sec-fetch-site': 'cross-site' }],
  ])('is not done by %s', async (_what, status, headers) => {
    const { visitor } = await logIn(server.origin, 'member')
    const visit = await visitor.go(`${server.origin}/auth/logout`, { headers })
    expect(visit.status).toBe(status)
    expect((await userOf(visitor, server.origin)).status).toBe(200)
  })

  test('is not done by HEAD or POST', async () => {
    const { visitor } = await logIn(server.origin, 'member')
    for (const method of ['HEAD', 'POST'] as const) {
      expect((await visitor.go(`${server.origin}/auth/logout`, { method, headers: OWN_LINK })).status).toBe(404)
    }
    expect((await userOf(visitor, server.origin)).status).toBe(200)
  })
})

test('Change Password leads to a page that says there is none', async () => {
  const visit = await new Visitor().go(`${server.origin}/auth/account`)
  expect(visit.trail).toEqual([`${server.origin}/auth/account`, `${server.origin}/idp/account`])
  expect(visit.text).toContain('This is a demo account. There is no password to change.')
})

test('nothing of a login is kept by caches', async () => {
  for (const path of ['/auth/login', '/auth/account', '/idp/account', '/auth/logout']) {
    const visit = await new Visitor().go(server.origin + path, { until: () => true })
    expect(visit.headers['cache-control'], path).toBe('no-store')
  }
})
