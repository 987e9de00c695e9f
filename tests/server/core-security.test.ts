import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { call } from '#contract/call'
import { addressGroup } from '#server/http/limits/rate-limit'
import { pathOf } from '#server/http/limits/request-path'
import { serve } from '#server/http/serve'
import { duringTest, duringTests } from '../support/during-tests.ts'
import { TEST_CALL, testServer } from '../support/test-server.ts'

const change = call({
  method: 'POST',
  path: '/api/v1/test/change',
  ...TEST_CALL,
  answer: Type.Unknown(),
})
const routes: NonNullable<Parameters<typeof testServer>[0]>['routes'] = (app, context) =>
  serve(app, context, change, { access: 'anyone' }, async () => ({ done: true }))

describe('requests from other sites', () => {
  const server = duringTests(() => testServer({ routes }))
  const post = (headers: Record<string, string>, url = '/api/v1/test/change') =>
    server.app.inject({ method: 'POST', url, headers: { host: 'localhost:3000', ...headers } })

  it.each<[string, Record<string, string>]>([
    ['the app in a modern browser', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }],
    ['the app in a browser that only says Origin', { origin: 'http://localhost:3000' }],
    ['a client that is not a browser and says so', { 'x-requested-with': 'hockey-pool' }],
  ])('are not those of %s', async (_who, headers) => {
    expect((await post(headers)).statusCode).toBe(200)
  })

  it.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['another name of this server', { host: 'pool.lan:3000', origin: 'http://pool.lan:3000' }],
    [
      'a foreign name that was made to lead here',
      { host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    [
      'another name behind a proxy',
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', origin: 'https://evil.example' },
    ],
    ['a page that hides where it is from', { origin: 'null' }],
    ['another site with the header of the app', { origin: 'https://evil.example', 'x-requested-with': 'hockey-pool' }],
    ['no one knows whom', {}],
    ['an old form', { 'content-type': 'text/plain' }],
  ])('are refused: %s', async (_who, headers) => {
    const answer = await post(headers)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toEqual({
      code: 'CROSS_SITE',
      message: 'This request did not come from the app and was refused.',
    })
  })

  it('are refused before anything else is looked at, at unknown addresses and by other methods too', async () => {
    expect((await post({ origin: 'https://evil.example' }, '/auth/logout')).statusCode).toBe(403)
    expect((await post({ origin: 'https://evil.example' }, '/nowhere')).statusCode).toBe(403)
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await server.app.inject({
        method,
        url: '/api/v1/test/change',
        headers: { 'sec-fetch-site': 'cross-site' },
      })
      expect(answer.statusCode).toBe(403)
    }
  })

  it('may read nothing either: no answer allows another origin', async () => {
    const answer = await server.app.inject({
      method: 'GET',
      url: '/healthz',
      headers: { origin: 'https://evil.example' },
    })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
  })
})

/** The demo's identity provider writes its answers itself. */
const PAST_THE_FRAMEWORK = '/idp/.well-known/openid-configuration'

describe('security headers', () => {
  it('are on every answer, to an address that cannot be decoded too', async () => {
    const server = await duringTest(testServer({ env: { PICTURE_HOSTS: 'https://assets.nhle.com' } }))
    for (const url of ['/healthz', '/api/v1/nothing', '/nothing', '/%zz', '/api/openapi.json', PAST_THE_FRAMEWORK]) {
      const { headers } = await server.app.inject({ method: 'GET', url })
      expect(headers['content-security-policy'], url).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; " +
          "img-src 'self' data: https://assets.nhle.com; font-src 'self'; connect-src 'self' https://assets.nhle.com; worker-src 'self'; " +
          "manifest-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'",
      )
      expect(headers['x-content-type-options'], url).toBe('nosniff')
      expect(headers['referrer-policy'], url).toBe('same-origin')
      expect(headers['cross-origin-opener-policy'], url).toBe('same-origin')
      expect(headers['strict-transport-security'], url).toBeUndefined()
      expect(headers['x-powered-by'], url).toBeUndefined()
    }
    const undecodable = await server.app.inject({ method: 'GET', url: '/%zz' })
    expect(undecodable.statusCode).toBe(400)
    expect(undecodable.json()).toEqual({ code: 'BAD_REQUEST', message: 'This address cannot be understood.' })
  })

  it.each<[Record<string, string>, string]>([
    [{ PUBLIC_URL: 'https://pool.example.org' }, 'max-age=31536000; includeSubDomains'],
    // A subdomain may still be reached by http.
    [{ PUBLIC_URL: 'https://example.org', HSTS_SUBDOMAINS: 'off' }, 'max-age=31536000'],
  ])('keep browsers on https where the pool is reached by https (%j)', async (env, expected) => {
    const server = await duringTest(testServer({ env }))
    const { headers } = await server.app.inject({ method: 'GET', url: '/healthz' })
    expect(headers['strict-transport-security']).toBe(expected)
  })
})

describe('an address written another way', () => {
  it.each([
    ['/api/v1/user?a=%2F', '/api/v1/user'],
    ['/%61%70%69/v1/user', '/api/v1/user'],
    ['http://elsewhere.example/api/v1/user', '/api/v1/user'],
    ['HTTPS://elsewhere.example/%61pi/', '/api/'],
    ['/players?next=/api/', '/players'],
    ['/%2561pi/', '/%61pi/'],
  ])('is read as the router reads it: %s', (url, path) => {
    expect(pathOf({ url })).toBe(path)
  })

  it('is counted and guarded as the one it stands for', async () => {
    const server = await duringTest(testServer({ env: { RATE_LIMIT: '2' } }))
    const ask = () => server.app.inject({ url: '/%61pi/v1/nothing', remoteAddress: '192.0.2.1' })
    expect((await ask()).headers['cache-control']).toBe('no-store')
    expect((await ask()).statusCode).toBe(404)
    expect((await ask()).statusCode).toBe(429)
    const unsaid = await server.app.inject({ method: 'POST', url: '/%61pi/v1/nothing' })
    expect(unsaid.json()).toMatchObject({ code: 'CROSS_SITE' })
  })
})

describe('too many requests', () => {
  it('are 429 with the time to wait, counted for each address by itself', async () => {
    const server = await duringTest(testServer({ env: { RATE_LIMIT: '30' }, routes }))
    const ask = (url: string, remoteAddress = '192.0.2.1') => server.app.inject({ method: 'GET', url, remoteAddress })
    for (let i = 0; i < 30; i += 1) expect((await ask('/api/v1/nothing')).statusCode).toBe(404)
    const refused = await ask('/api/v1/nothing')
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toEqual({ code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Please wait a moment.' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('/api/v1/nothing', '192.0.2.2')).statusCode).toBe(404)
    expect((await ask('/healthz')).statusCode).toBe(200)
  })

  it.each([
    ['an IPv4 address', '192.0.2.1', '192.0.2.1'],
    ['one that a socket for both shows', '::ffff:192.0.2.1', '192.0.2.1'],
    ['the same in other letters', '0:0:0:0:0:FFFF:C000:0201', '192.0.2.1'],
    ['one behind a translator', '64:ff9b::c000:201', '192.0.2.1'],
    ['an IPv6 address', '2001:db8:12:34:5:6:7:8', '2001:db8:12:34::/64'],
    ['a short one', '2001:DB8::1', '2001:db8:0:0::/64'],
    ['this machine', '::1', '0:0:0:0::/64'],
    ['one with its interface', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['nonsense', 'x'.repeat(60), 'x'.repeat(45)],
  ])('count %s by its group', (_case, address, group) => expect(addressGroup(address)).toBe(group))

  it('are counted for the whole /64 of an IPv6 address, and for an IPv4 address however it is written', async () => {
    const server = await duringTest(testServer({ env: { RATE_LIMIT: '30' } }))
    const ask = async (remoteAddress: string) =>
      (await server.app.inject({ method: 'GET', url: '/auth/nothing', remoteAddress })).statusCode
    for (let at = 0; at < 3; at += 1) expect(await ask(`2001:db8:1:2:${at}::${at}`)).toBe(404)
    expect(await ask('2001:db8:1:2:ffff::1')).toBe(429)
    expect(await ask('2001:db8:1:3::1')).toBe(404)
    for (let at = 0; at < 3; at += 1) expect(await ask(`::ffff:192.0.2.${at}`)).toBe(404)
    for (let at = 0; at < 2; at += 1) expect(await ask('192.0.2.1')).toBe(404)
    expect(await ask('::ffff:192.0.2.1')).toBe(429)
  })

  it('come sooner at the login', async () => {
    const server = await duringTest(testServer({ env: { RATE_LIMIT: '30' } }))
    const ask = () => server.app.inject({ method: 'GET', url: '/auth/nothing', remoteAddress: '192.0.2.1' })
    for (let i = 0; i < 3; i += 1) expect((await ask()).statusCode).toBe(404)
    expect((await ask()).statusCode).toBe(429)
  })
})
