import { importJWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { duringTest } from '../support/during-tests.ts'
import { CLIENT, type Issuer, newSigningKey } from './auth-issuer.ts'
import { type LoginServer, startServer, startWithIssuer, userOf } from './auth-server.ts'
import { OWN_LINK, Visitor } from './auth-visitor.ts'

const MINUTE = 60_000
const BO = { sub: 'subject-of-bo', name: 'B.' }

type Key = ReturnType<typeof newSigningKey>

const publicOf = ({ kty, n, e, use, kid }: Key) => ({ kty, n, e, use, kid })

const signed = async (claims: JWTPayload, key: Key, kid: string | undefined = key.kid, more = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', ...(kid && { kid }), ...more })
    .sign(await importJWK(key, 'RS256'))

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const claimsIn = (token: string): JWTPayload =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))

const symmetrically = (claims: JWTPayload, secret: string) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret))

describe('tokens of a provider elsewhere', () => {
  const foreign = newSigningKey('of-somebody-else')
  let issuer: Issuer
  let server: LoginServer
  let settings: Record<string, string>
  let stop: () => Promise<void>
  beforeAll(async () => {
    ;({ issuer, server, settings, stop } = await startWithIssuer())
  })
  afterEach(() => {
    issuer.alter = {}
    issuer.broken = null
  })
  afterAll(() => stop())

  const logIn = async (person: Issuer['person'] = BO) => {
    issuer.person = person
    const visitor = new Visitor()
    return { visitor, back: await visitor.go(`${server.origin}/auth/login?return=/standings`) }
  }
  /** The provider's answers have the ID token that this makes of the original. */
  const replaceIdToken = (replace: (claims: JWTPayload, token: string) => Promise<string> | string) => {
    issuer.alter['/token'] = async ({ id_token = '', ...answer }) => ({
      ...answer,
      id_token: await replace(claimsIn(id_token), id_token),
    })
  }

  test('log in when they are as the provider made them', async () => {
    replaceIdToken((claims) => signed(claims, issuer.key))
    const { visitor, back } = await logIn()
    expect(back.url.pathname).toBe('/standings')
    expect(await userOf(visitor, server.origin)).toMatchObject({ status: 200, body: { name: 'Bo Lind' } })
  })

  test.each<[string, (claims: JWTPayload, token: string) => Promise<string> | string]>([
    ['signed with a foreign key', (claims) => signed(claims, foreign)],
    ["signed with a foreign key under the name of the provider's", (claims) => signed(claims, foreign, issuer.key.kid)],
    ['signed with a foreign key without a name', (claims) => signed(claims, foreign, '')],
    ['not signed at all', (claims) => `${part({ alg: 'none' })}.${part(claims)}.`],
    ['signed with the secret of the client', (claims) => symmetrically(claims, CLIENT.clientSecret)],
    [
      "with the provider's public key as a secret",
      (claims) => symmetrically(claims, JSON.stringify(publicOf(issuer.key))),
    ],
    ['changed later', (claims, token) => token.replace(/\.[^.]+\./, `.${part({ ...claims, sub: 'other' })}.`)],
    ['that brings its own key', (claims) => signed(claims, foreign, undefined, { jwk: publicOf(foreign) })],
    ['for another client', (claims) => signed({ ...claims, aud: 'another' }, issuer.key)],
    ['of another issuer', (claims) => signed({ ...claims, iss: 'https://id.example' }, issuer.key)],
    ['of another login', (claims) => signed({ ...claims, nonce: 'another' }, issuer.key)],
    ['of no login', ({ nonce: _, ...claims }) => signed(claims, issuer.key)],
    ['that has expired', (claims) => signed({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 }, issuer.key)],
  ])('log no one in with an ID token %s', async (_case, replace) => {
    replaceIdToken(replace)
    const { visitor, back } = await logIn()
    expect(back.status).toBe(400)
    expect(back.text).toContain('The login could not be completed. Nothing was changed.')
    expect((await userOf(visitor, server.origin)).status).toBe(401)
  })

  test('are not asked for by the answer of another issuer', async () => {
    issuer.person = BO
    const visitor = new Visitor()
    const { url } = await visitor.go(`${server.origin}/auth/login`, {
      until: ({ pathname }) => pathname === '/auth/callback',
    })
    expect(url.searchParams.get('iss')).toBe(issuer.url)
    url.searchParams.set('iss', 'https://id.example')
    issuer.asked = []
    expect((await visitor.go(url)).status).toBe(400)
    expect(issuer.asked).not.toContain('/token')
  })

  test('log in with a new key of the provider at once, and no longer with its old one', async () => {
    expect((await logIn()).back.url.pathname, 'the old keys are known').toBe('/standings')
    const next = newSigningKey('the-next')
    issuer.alter['/jwks'] = async () => ({ keys: [publicOf(next)] })
    expect((await logIn()).back.status).toBe(400)
    replaceIdToken((claims) => signed(claims, next))
    expect((await logIn()).back.url.pathname).toBe('/standings')
    // The same name for another key: nothing but the signature shows it.
    const renewed = newSigningKey('the-next')
    issuer.alter['/jwks'] = async () => ({ keys: [publicOf(renewed)] })
    expect((await logIn()).back.status).toBe(400)
    replaceIdToken((claims) => signed(claims, renewed))
    expect((await logIn()).back.url.pathname).toBe('/standings')
  })

  test('change nothing about a login that they renew when they are signed with a foreign key', async () => {
    const { visitor } = await logIn({ ...BO, realm_access: { roles: [] } })
    issuer.person = { ...BO, realm_access: { roles: ['admin'] } }
    replaceIdToken((claims) => signed({ ...claims, realm_access: { roles: ['admin'] } }, foreign))
    server.pass(56 * MINUTE)
    issuer.asked = []
    const { status, body } = await userOf(visitor, server.origin)
    expect(issuer.asked).toContain('/token')
    expect({ status, body }).toMatchObject({ status: 200, body: { name: 'Bo Lind', roles: [] } })
    // Nor is such a token what the provider is given at the end.
    const { url } = await visitor.go(`${server.origin}/auth/logout`, { headers: OWN_LINK, until: () => true })
    const hint = url.searchParams.get('id_token_hint') ?? ''
    expect(claimsIn(hint)).toMatchObject({ sub: BO.sub, iss: issuer.url })
    expect(JSON.parse(Buffer.from(hint.split('.')[0] ?? '', 'base64url').toString('utf8')).kid).toBe('of-the-issuer')
  })

  test('are verified by the last known keys while the provider does not give its keys', async () => {
    const { visitor } = await logIn({ ...BO, realm_access: { roles: ['premium'] } })
    issuer.broken = '/jwks'
    issuer.person = { ...BO, realm_access: { roles: [] } }
    server.pass(56 * MINUTE)
    expect(await userOf(visitor, server.origin)).toMatchObject({ status: 200, body: { roles: [] } })
    replaceIdToken((claims) => signed(claims, foreign))
    expect((await logIn()).back.status).toBe(400)
  })

  test('are not asked for before any key is known', async () => {
    issuer.broken = '/jwks'
    issuer.asked = []
    const another = await duringTest(startServer({ env: settings, database: server.database }))
    const visitor = new Visitor()
    const asked = await visitor.go(`${another.origin}/auth/login`, { until: () => true })
    const state = asked.url.searchParams.get('state') ?? ''
    const { status } = await visitor.go(`${another.origin}/auth/callback?code=any&state=${state}`)
    expect(status).toBe(503)
    expect(issuer.asked).toContain('/jwks')
    expect(issuer.asked).not.toContain('/token')
  })

  test('give roles in an access token only where the provider has signed it', async () => {
    const premium = (claims: JWTPayload) => ({ realm_access: { roles: ['premium'] }, ...claims })
    const rolesBy = async (accessToken: (claims: JWTPayload) => Promise<string> | string) => {
      issuer.alter['/token'] = async ({ access_token: _, ...answer }) => {
        const { sub, iss, exp } = claimsIn(answer.id_token ?? '')
        return { ...answer, access_token: await accessToken({ sub, iss, exp }) }
      }
      // It would refuse an access token that is not its own.
      issuer.alter['/me'] = async () => BO
      const { visitor } = await logIn()
      return (await userOf(visitor, server.origin)).body
    }
    const roles = (names: string[]) => expect.objectContaining({ roles: names })
    expect(await rolesBy((claims) => signed(premium(claims), issuer.key))).toEqual(roles(['premium']))
    expect(await rolesBy((claims) => signed(premium(claims), foreign))).toEqual(roles([]))
    expect(await rolesBy((claims) => signed(premium(claims), foreign, issuer.key.kid))).toEqual(roles([]))
    expect(await rolesBy((claims) => `${part({ alg: 'none' })}.${part(premium(claims))}.`)).toEqual(roles([]))
    expect(await rolesBy((claims) => signed(premium({ ...claims, sub: 'other' }), issuer.key))).toEqual(roles([]))
    expect(await rolesBy((claims) => signed(premium({ ...claims, iss: 'https://id.example' }), issuer.key))).toEqual(
      roles([]),
    )
  })
})
