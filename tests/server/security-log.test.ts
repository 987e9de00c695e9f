import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port.mjs'
import type { Issuer } from './auth-issuer.ts'
import { type LoginServer, logOut, startServer, startWithIssuer, userOf } from './auth-server.ts'
import { Visitor } from './auth-visitor.ts'

const EVA = { sub: 'subject-of-eva', name: 'Eva Berg', email: 'anna@pool.example', email_verified: true }
const HASH = expect.stringMatching(/^[\w-]{16}$/)

describe('the security log', () => {
  let issuer: Issuer
  let server: LoginServer
  let settings: Record<string, string>
  let stop: () => Promise<void>
  beforeAll(async () => {
    ;({ issuer, server, settings, stop } = await startWithIssuer({ env: { LOG_LEVEL: 'info' } }))
  })
  afterAll(() => stop())

  const logIn = async (person: Issuer['person'], origin = server.origin) => {
    issuer.person = person
    const visitor = new Visitor()
    await visitor.go(`${origin}/auth/login?return=/api/v1/user`)
    return visitor
  }
  /** The events of what `work` does, without the time. */
  const eventsOf = async (work: () => Promise<unknown>) => {
    const before = server.lines.length
    await work()
    return server.lines
      .slice(before)
      .filter(({ event }) => event !== undefined)
      .map(({ time: _, msg: __, ...line }) => line)
  }

  test('has logins and logouts, with the same hash for the same person', async () => {
    let visitor = new Visitor()
    const [login, ...others] = await eventsOf(async () => {
      visitor = await logIn(EVA)
    })
    expect([login, ...others]).toEqual([{ level: 30, event: 'login', who: HASH }])
    expect(await eventsOf(() => logOut(visitor, server.origin))).toEqual([{ ...login, event: 'logout' }])
    expect(await eventsOf(() => logOut(visitor, server.origin)), 'who is out already').toEqual([])
    expect(await eventsOf(() => logIn(EVA))).toEqual([login])
    const [other, outsider] = await eventsOf(() => logIn({ sub: 'somebody else' }))
    expect(other).toEqual({ level: 30, event: 'login', who: HASH })
    expect(other?.who).not.toBe(login?.who)
    expect(outsider).toEqual({ ...other, level: 40, event: 'not_a_member' })
  })

  test('has logins that failed, by why and a hash of where from', async () => {
    const failed = (reason: string) => [{ level: 40, event: 'login_failed', reason, from: HASH }]
    expect(await eventsOf(() => logIn({ sub: 'nobody' }))).toEqual(failed('cancelled'))
    const stray = () => new Visitor().go(`${server.origin}/auth/callback?code=x&state=y`)
    expect(await eventsOf(stray)).toEqual(failed('stale'))
    const forged = new Visitor()
    await forged.go(`${server.origin}/auth/login`, { until: () => true })
    expect(await eventsOf(() => forged.go(`${server.origin}/auth/callback?code=x&state=y`))).toEqual(failed('stale'))
    issuer.person = EVA
    const callback = async () => {
      const visitor = new Visitor()
      const { url } = await visitor.go(`${server.origin}/auth/login`, {
        until: ({ pathname }) => pathname === '/auth/callback',
      })
      return { visitor, url }
    }
    const late = await callback()
    late.url.searchParams.set('code', 'another')
    expect(await eventsOf(() => late.visitor.go(late.url))).toEqual(failed('refused'))
    const unlucky = await callback()
    issuer.broken = '/token'
    expect(await eventsOf(() => unlucky.visitor.go(unlucky.url))).toEqual(failed('unavailable'))
    issuer.broken = null
  })

  test('has what was refused for a missing role, and which', async () => {
    const visitor = await logIn(EVA)
    const headers = { 'sec-fetch-site': 'same-origin' }
    const refused = async () => {
      const path = `${server.origin}/api/v1/draft/generate-boxes`
      expect((await visitor.go(path, { method: 'PATCH', headers })).status).toBe(403)
    }
    expect(await eventsOf(refused)).toEqual([
      { level: 40, event: 'role_missing', role: 'admin', route: 'PATCH /api/v1/draft/generate-boxes', who: HASH },
    ])
    expect(await eventsOf(() => userOf(visitor, server.origin))).toEqual([])
  })

  test('has logins that the provider withdrew', async () => {
    const visitor = await logIn(EVA)
    issuer.person = { sub: 'somebody else' }
    server.pass(61 * 60_000)
    const [withdrawn] = await eventsOf(() => userOf(visitor, server.origin))
    expect(withdrawn).toEqual({ level: 40, event: 'login_withdrawn', who: HASH })
  })

  test('knows a person again after a restart, and names no one', async () => {
    const [login] = await eventsOf(() => logIn(EVA))
    const { database } = server
    // As another process, or this one later.
    const again = await startServer({
      database,
      port: await freePort(),
      env: { ...settings, PUBLIC_URL: server.origin },
    })
    issuer.person = EVA
    const visitor = new Visitor()
    const headers = { host: new URL(server.origin).host }
    const begun = await visitor.go(`${again.origin}/auth/login`, { headers, until: () => true })
    const callback = await visitor.go(begun.url, { until: ({ pathname }) => pathname === '/auth/callback' })
    await visitor.go(`${again.origin}${callback.url.pathname}${callback.url.search}`, {
      headers,
      until: () => true,
    })
    expect(again.lines.filter(({ event }) => event === 'login').map(({ who }) => who)).toEqual([login?.who])
    await again.stop()
    // Where it listens is the server's own address.
    const lines = [...server.lines, ...again.lines].filter(({ msg }) => !String(msg).startsWith('Server listening'))
    const all = JSON.stringify(lines)
    for (const secret of [EVA.sub, EVA.name, EVA.email, '127.0.0.1', '::1']) expect(all).not.toContain(secret)
  })
})
