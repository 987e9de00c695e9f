import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES, FEATURES, type LoginServer, logIn, logOut, startServer, userOf } from './auth-server.ts'
import { OWN_LINK, Visitor } from './auth-visitor.ts'

let server: LoginServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const UNAUTHENTICATED = { status: 401, body: { code: 'UNAUTHENTICATED', message: 'Please log in.' } }

describe('who is logged in', () => {
  test('nobody: 401 as JSON, never a redirect', async () => {
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

  test('an invented id is nobody', async () => {
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

  test('refuses somebody who is no member', async () => {
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

  test('asks nothing of somebody whom the provider still knows', async () => {
    const { visitor } = await logIn(server.origin, 'member')
    const again = await visitor.go(`${server.origin}/auth/login?return=/skaters`)
    expect(again.url.pathname).toBe('/skaters')
  })

  test('begun at 127.0.0.1 goes on at localhost, where it will end', async () => {
    const visit = await new Visitor().go(
      `${server.origin.replace('localhost', '127.0.0.1')}/auth/login?return=/skaters`,
    )
    expect(visit.url.origin).toBe(server.origin)
    expect(visit.text).toContain('Hockey Pool demo login')
  })

  test('asks the provider with PKCE, state and nonce', async () => {
    const visitor = new Visitor()
    const { url } = await visitor.go(`${server.origin}/auth/login`, {
      until: ({ pathname }) => pathname === '/idp/auth',
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
})

describe('the embedded provider', () => {
  const begun = async () => {
    const visitor = new Visitor()
    const until = ({ pathname }: URL) => pathname === '/idp/auth'
    return { visitor, url: (await visitor.go(`${server.origin}/auth/login`, { until })).url }
  }

  test.each<[string, Record<string, string | null>]>([
    ['another client', { client_id: 'another' }],
    ['another address', { redirect_uri: 'https://evil.example/auth/callback' }],
    ['another page of the app', { redirect_uri: '/auth/login' }],
    ['a token without a code', { response_type: 'token' }],
    ['an ID token without a code', { response_type: 'id_token' }],
    ['a code with more', { response_type: 'code id_token' }],
    ['a code without PKCE', { code_challenge: null, code_challenge_method: null }],
    ['a code with plain PKCE', { code_challenge_method: 'plain' }],
  ])('gives nobody %s', async (_case, changed) => {
    // Logged in there, so that nothing but the request itself stands in the way.
    const { visitor } = await logIn(server.origin, 'member')
    const { url } = await begun()
    for (const [name, value] of Object.entries(changed)) {
      if (value === null) url.searchParams.delete(name)
      else url.searchParams.set(name, value.startsWith('/') ? server.origin + value : value)
    }
    const { trail, status } = await visitor.go(url, { until: ({ host }) => host !== url.host })
    expect(status).toBe(400)
    expect(trail.slice(1).join(' ')).not.toMatch(/evil|[?&#](code|id_token|access_token)=/)
  })

  test('registers no client, and gives no refresh token', async () => {
    const { text } = await new Visitor().go(`${server.origin}/idp/.well-known/openid-configuration`)
    const { registration_endpoint, scopes_supported, response_types_supported } = JSON.parse(text)
    expect({ registration_endpoint, scopes_supported, response_types_supported }).toEqual({
      registration_endpoint: undefined,
      scopes_supported: ['openid', 'profile', 'email'],
      response_types_supported: ['code'],
    })
    const registered = await new Visitor().go(`${server.origin}/idp/reg`, { method: 'POST', json: {} })
    expect(registered.status).toBe(404)
    const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'hockey-pool' }
    const refreshed = await new Visitor().go(`${server.origin}/idp/token`, { method: 'POST', form })
    expect([refreshed.status, refreshed.text]).toEqual([
      400,
      expect.stringMatching(/unsupported_grant_type|unauthorized_client/),
    ])
  })

  test('gives a code that ends within a minute', async () => {
    const { visitor, url } = await begun()
    const members = await visitor.go(url)
    const until = ({ pathname }: URL) => pathname === '/auth/callback'
    const { url: callback } = await visitor.go(members.url, { method: 'POST', form: { member: 'member' }, until })
    expect(callback.searchParams.get('code')).toMatch(/./)
    server.pass(61_000)
    expect((await visitor.go(callback)).status).toBe(400)
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

describe('a callback', () => {
  const callback = async () => {
    const visitor = new Visitor()
    const { url } = await visitor.go(`${server.origin}/auth/login?return=/skaters`)
    const form = { member: 'member' }
    const visit = await visitor.go(url, {
      method: 'POST',
      form,
      until: ({ pathname }) => pathname === '/auth/callback',
    })
    return { visitor, url: visit.url }
  }

  const expectFailed = async (visitor: Visitor, url: URL) => {
    const { status, text } = await visitor.go(url)
    expect(status).toBe(400)
    expect(text).toContain('<h1>Login failed</h1>')
    expect(text).toMatch(/<a href="\/auth\/login[^"]*">Log in again<\/a>/)
    expect(await userOf(visitor, server.origin)).toEqual(UNAUTHENTICATED)
  }

  test('with another state fails, and does not spoil the login under way', async () => {
    const { visitor, url } = await callback()
    const forged = new URL(url)
    forged.searchParams.set('state', 'forged')
    await expectFailed(visitor, forged)
    expect((await visitor.go(url)).url.pathname).toBe('/skaters')
  })

  test('without a state, or with two, fails', async () => {
    const { visitor, url } = await callback()
    const without = new URL(url)
    without.searchParams.delete('state')
    await expectFailed(visitor, without)
    const twice = new URL(url)
    twice.searchParams.append('state', 'second')
    await expectFailed(visitor, twice)
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

  test('with a wrong code fails', async () => {
    const { visitor, url } = await callback()
    url.searchParams.set('code', 'wrong')
    await expectFailed(visitor, url)
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

describe('logout', () => {
  test('ends the login here and at the provider', async () => {
    const { visitor } = await logIn(server.origin, 'member')
    const copied = visitor.copy()
    const { url } = await logOut(visitor, server.origin)
    expect(url.href).toBe(`${server.origin}/`)
    expect(visitor.cookie('pool-session')).toBeUndefined()
    expect(await userOf(visitor, server.origin)).toEqual(UNAUTHENTICATED)
    expect(await userOf(copied, server.origin)).toEqual(UNAUTHENTICATED)
    const next = await visitor.go(`${server.origin}/auth/login`)
    expect(next.text).toContain('Hockey Pool demo login')
  })

  test("finishes without a click: the page's policy lets its one script run, and nothing else", async () => {
    const { visitor } = await logIn(server.origin, 'member')
    const { text, headers } = await visitor.go(`${server.origin}/auth/logout`, { headers: OWN_LINK })
    const script = text.match(/<script>(.*?)<\/script>/s)?.[1] ?? ''
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))).toString(
      'base64',
    )
    expect(headers['content-security-policy']).toContain(`script-src 'sha256-${digest}';`)
  })

  test('works when the login is gone already, here or everywhere', async () => {
    const { visitor } = await logIn(server.origin, 'member')
    visitor.put(new URL(server.origin).host, 'pool-session', 'gone')
    expect((await logOut(visitor, server.origin)).url.href).toBe(`${server.origin}/`)
    expect((await visitor.go(`${server.origin}/auth/login`)).text).toContain('Hockey Pool demo login')
    expect((await logOut(new Visitor(), server.origin)).url.href).toBe(`${server.origin}/`)
  })

  test('leaves the other devices logged in', async () => {
    const phone = await logIn(server.origin, 'member')
    const laptop = await logIn(server.origin, 'member')
    await logOut(phone.visitor, server.origin)
    expect((await userOf(laptop.visitor, server.origin)).status).toBe(200)
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
  for (const path of ['/auth/login', '/auth/account', '/auth/callback', '/auth/logout']) {
    const visit = await new Visitor().go(server.origin + path, { until: () => true })
    expect(visit.headers['cache-control'], path).toBe('no-store')
  }
})
