import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkLogin } from '#server/login/login-check'
import { type LoginServer, startServer, userOf, withMembers } from '../server/auth-server.ts'
import { OWN_LINK, Visitor } from '../server/auth-visitor.ts'
import { freePort } from '../support/free-port.mjs'
import { type Glewlwyd, hasGlewlwyd, startGlewlwyd } from './glewlwyd.ts'

/** It decodes no header, so what needs no encoding must not be encoded. */
const CLIENT = { id: 'hockey-pool', secret: 'a-key_of.the-pool' }

describe.skipIf(!hasGlewlwyd)("a provider that is not ours, Debian's glewlwyd", () => {
  let provider: Glewlwyd
  let database: Awaited<ReturnType<typeof withMembers>>
  /** One for each server: a connection of the one before must not meet the next. */
  let ports: number[]
  let server: LoginServer
  beforeAll(async () => {
    ports = await Promise.all(Array.from({ length: 5 }, freePort))
    provider = await startGlewlwyd({
      ...CLIENT,
      redirects: ports.map((port) => `http://localhost:${port}/auth/callback`),
    })
    database = await withMembers()
    // Anna is known by an address; the other has it, too, and it is not verified.
    await provider.addUser({ username: 'anna', name: 'A. Ek', email: 'anna@pool.example', isVerified: true })
    await provider.addUser({ username: 'mallory', name: 'Mallory', email: 'anna@pool.example', isVerified: false })
  })
  afterAll(async () => {
    await database?.close()
    await provider?.stop()
  })

  afterEach(() => server?.stop())

  const start = async (settings: Record<string, string> = {}) => {
    const env = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret }
    server = await startServer({ port: ports.pop(), database, env: { ...env, ...settings } })
  }
  const logIn = async (username: string) => {
    const visitor = new Visitor()
    const asked = await visitor.go(`${server.origin}/auth/login?return=/teams/1`, {
      until: ({ pathname }) => pathname.endsWith('/oidc/auth'),
    })
    // Its login page is a separate app, which comes back with this word.
    const cookie = await provider.enter(username)
    const granted = await fetch(`${asked.url}&g_continue`, { headers: { cookie }, redirect: 'manual' })
    const back = await visitor.go(granted.headers.get('location') ?? '', {
      until: ({ pathname }) => pathname === '/teams/1',
    })
    return { visitor, back }
  }

  test.each(['default', 'basic', 'post'])('logs a member in, with the secret sent by %s', async (auth) => {
    await start(auth === 'default' ? {} : { OIDC_CLIENT_AUTH: auth })
    const { visitor, back } = await logIn('anna')
    expect(back.url.href).toBe(`${server.origin}/teams/1`)
    expect((await userOf(visitor, server.origin)).body).toMatchObject({ name: 'Anna Ek', roles: ['premium'] })
    await visitor.go(`${server.origin}/auth/logout`, { headers: OWN_LINK, until: () => true })
    expect((await userOf(visitor, server.origin)).status).toBe(401)
  })

  test('keeps out a person whose address it has not verified', async () => {
    await start()
    const { visitor } = await logIn('mallory')
    expect((await userOf(visitor, server.origin)).body).toMatchObject({
      outsider: { account: 'anna@pool.example', reason: 'address-not-verified' },
    })
  })

  test('is tried by login-check', async () => {
    await start()
    const settings = { issuer: provider.issuer, accountUrl: provider.issuer, publicUrl: server.origin }
    const check = async (clientSecret: string) => {
      const steps: string[] = []
      const asked = checkLogin({ ...settings, clientId: CLIENT.id, clientSecret })
      for await (const { isRight, sentence } of asked) steps.push(`${isRight ? 'ok' : 'wrong'}: ${sentence}`)
      return steps
    }
    expect((await check(CLIENT.secret)).slice(0, 4)).toEqual([
      `ok: ${provider.issuer} was discovered.`,
      expect.stringMatching(/^ok: .*\/jwks has a key\.$/),
      'ok: The provider knows hockey-pool and takes its secret.',
      expect.stringMatching(/^ok: /),
    ])
    expect((await check('another'))[2]).toMatch(/^wrong: The provider does not take hockey-pool/)
  })
})
