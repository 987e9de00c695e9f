import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { personOf, rolesOf } from '#server/login/claims'
import { createCookie, seal, sealingKey, unseal } from '#server/login/cookies/cookie'
import { createIdentity } from '#server/login/identity'
import { navigationOf, returnPath } from '#server/login/login-start'
import { readEnv } from '#server/settings/env'
import { createLog } from '#server/settings/logging'
import { duringTest } from '../support/during-tests.ts'
import { testDatabase } from '../support/test-database.ts'

describe('after login back to', () => {
  test.each([
    ['/', '/'],
    ['/standings', '/standings'],
    [
      '/teams/7?teamCurrent_sort=player.name&teamCurrent_dir=asc#top',
      '/teams/7?teamCurrent_sort=player.name&teamCurrent_dir=asc#top',
    ],
    ['/standings/../skaters', '/skaters'],
    ['/authors', '/authors'],
    ['/équipe', '/%C3%A9quipe'],
  ])('%s: the page asked for', (asked, page) => expect(returnPath(asked)).toBe(page))

  test.each([
    undefined,
    '',
    'standings',
    ['/standings', '/skaters'],
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/standings\\..\\..',
    'https://evil.example/standings',
    'javascript:alert(1)',
    '/x/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    '/\tevil.example/',
    '/\n/evil.example',
    '/stand\u0000ings',
    ' /standings',
    '/auth',
    '/auth/logout',
    '/AUTH/logout',
    '/%61uth/logout',
    '/x/../auth/logout',
    '/auth%2flogout',
    '/%zz',
    '/idp/session/end',
    '/api/v1/user',
    '/ws/draft/info',
    `/${'a'.repeat(3000)}`,
  ])('%j: the front page', (asked) => expect(returnPath(asked)).toBe('/'))
})

describe('roles', () => {
  test.each([
    [[{ roles: ['admin'] }], ['admin']],
    [[{ roles: ['ROLE_admin', 'ROLE_premium'] }], ['admin', 'premium']],
    [[{ realm_access: { roles: ['premium', 'default-roles-pool'] } }], ['default-roles-pool', 'premium']],
    [
      [{ roles: ['admin'] }, { roles: ['ROLE_admin'], realm_access: { roles: ['ROLE_premium'] } }],
      ['admin', 'premium'],
    ],
    [[{}], []],
    [[{ roles: 'admin', realm_access: 'premium' }], ['admin']],
    [[{ roles: 'ROLE_ADMIN admin' }], ['ADMIN', 'admin']],
    [[{ realm_access: { roles: 'premium, ROLE_admin' } }], ['admin', 'premium']],
    // As Zitadel writes them: by role, and below it the organizations that grant it.
    [[{ roles: { admin: { '2391': 'pool.example.org' } } }], ['admin']],
    [[{ roles: { admin: false, premium: true } }], ['premium']],
    [[{ roles: ['admin', 7], realm_access: { roles: null } }], []],
    [[{ roles: ['ROLE_', ''] }], []],
  ])('of %j are %j', (claims, roles) => expect(rolesOf(claims)).toEqual(roles))

  test('are also read from an access token that is a JWT, and from no other', () => {
    const jwt = `e30.${Buffer.from(JSON.stringify({ realm_access: { roles: ['admin'] } })).toString('base64url')}.sig`
    const told = { issuer: 'https://id.example', subject: '1', claims: [] }
    expect(personOf({ ...told, accessToken: jwt }).roles).toEqual(['admin'])
    for (const accessToken of ['opaque', 'a.b.c', `e30.${Buffer.from('[]').toString('base64url')}.sig`]) {
      expect(personOf({ ...told, accessToken }).roles).toEqual([])
    }
  })
})

describe('who it is', () => {
  const told = { issuer: 'https://id.example', subject: 'f3a', accessToken: '' }

  test('an address counts only when the provider has verified it', () => {
    const email = 'anna@pool.example'
    expect(personOf({ ...told, claims: [{ email, email_verified: true }] }).email).toBe(email)
    expect(personOf({ ...told, claims: [{ email, email_verified: false }] }).email).toBeNull()
    expect(personOf({ ...told, claims: [{ email, email_verified: 'true' }] }).email, 'as a text').toBe(email)
    expect(personOf({ ...told, claims: [{ email, email_verified: 'yes' }] }).email).toBeNull()
    expect(personOf({ ...told, claims: [{ email }] }).email).toBeNull()
  })

  test('what is longer than any provider says, or cannot be stored, counts as missing', () => {
    const long = 'x'.repeat(256)
    const email = `${long}@pool.example`
    const claims = [
      { name: long, preferred_username: 'anna', email, email_verified: true, roles: ['admin', long, 'a\0b'] },
    ]
    const passkey = { ...told, claims: [{ amr: ['id of a passkey'] }] }
    expect(personOf(passkey).passkeyId).toBeNull()
    expect(personOf({ ...told, claims })).toMatchObject({ name: 'anna', email: null, roles: ['admin'] })
    expect(personOf({ ...told, claims: [{ name: 'A\0' }] }).name).toBe('Member')
    expect(personOf({ ...told, claims: [{ name: 'x'.repeat(255) }] }).name).toHaveLength(255)
    const roles = Array.from({ length: 300 }, (_, nr) => `role${nr}`)
    expect(personOf({ ...told, claims: [{ roles }] }).roles).toHaveLength(200)
  })

  test('the name shown is the full name, else the user name', () => {
    const nameOf = (claims: Record<string, unknown>) => personOf({ ...told, claims: [claims] }).name
    expect(nameOf({ name: 'Anna Ek', preferred_username: 'anna' })).toBe('Anna Ek')
    expect(nameOf({ name: ' ', preferred_username: 'anna' })).toBe('anna')
    expect(nameOf({ name: 7 })).toBe('Member')
  })
})

describe('the session cookie', () => {
  test('is bound to its host over https', () => {
    expect(createCookie(new URL('https://pool.example'), 'pool-session').name).toBe('__Host-pool-session')
  })

  test.each(['http://localhost:3102', 'http://127.0.0.1:3102', 'http://pool.localhost'])(
    'has a plain name on %s',
    (url) => {
      expect(createCookie(new URL(url), 'pool-session').name).toBe('pool-session')
    },
  )

  test.each(['http://pool.example', 'http://192.168.0.7:3000', 'http://localhost.evil.example'])(
    'is refused on %s',
    (url) => {
      expect(() => createCookie(new URL(url), 'pool-session')).toThrow(/must be https/)
    },
  )
})

describe('what is sealed', () => {
  const key = sealingKey('secret', 'test')
  const sealed = seal(key, { state: 'x' })

  test('opens with its key', () => expect(unseal(key, sealed)).toEqual({ state: 'x' }))
  test('does not open with another key', () => {
    expect(unseal(sealingKey('secret', 'other'), sealed)).toBeUndefined()
    expect(unseal(sealingKey('Secret', 'test'), sealed)).toBeUndefined()
  })
  test('does not open when a byte was changed', () => {
    const bytes = Buffer.from(sealed, 'base64url')
    for (const at of [0, 13, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(unseal(key, changed.toString('base64url'))).toBeUndefined()
    }
    expect(unseal(key, '')).toBeUndefined()
  })
})

describe('a request for a page', () => {
  const publicUrl = new URL('https://pool.example')
  const page = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  test.each([
    ['the app', { ...page, 'sec-fetch-site': 'same-origin' }, 'own'],
    ['the address bar', { ...page, 'sec-fetch-site': 'none' }, 'own'],
    ['another site', { ...page, 'sec-fetch-site': 'cross-site' }, 'foreign'],
    ['another host of the domain', { ...page, 'sec-fetch-site': 'same-site' }, 'foreign'],
    ['a picture', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 'hidden'],
    [
      'an own picture',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      'hidden',
    ],
    ['a frame', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, 'hidden'],
    ['a script', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 'hidden'],
    ['a prefetch', { ...page, 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }, 'hidden'],
    ['an old browser, from the app', { referer: 'https://pool.example/standings' }, 'own'],
    ['an old browser, from another site', { referer: 'https://evil.example/pool.example' }, 'foreign'],
    ['an old browser, typed', {}, 'own'],
  ])('from %s', (_from, headers, navigation) => {
    expect(navigationOf({ headers } as Pick<FastifyRequest, 'headers'>, publicUrl)).toBe(navigation)
  })
})

test('the demo login never starts in production', async () => {
  const database = await duringTest(testDatabase())
  const env = { ...readEnv({}), production: true }
  const parts = { database, log: createLog({ logLevel: 'silent' }), clock: () => new Date() }
  expect(() => createIdentity({ env, login: 'trial', ...parts })).toThrow(/never runs in production/)
})
