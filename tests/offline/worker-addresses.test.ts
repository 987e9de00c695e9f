// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { isAppPage, isCachedCall, isForeignPicture } from '#web/sw/response-cache'

const HOST = 'https://pool.example'
const at = (address: string) => new URL(address, HOST)

describe('pages that open the shell', () => {
  test.each([
    '/',
    '/standings',
    '/standings/',
    '/standings?standings_sort=name&standings_dir=desc',
    '/teams/12',
    '/players/8478402',
    '/shopping-cart',
    '/draft-admin',
    '/nhl-standings#east',
    '/no/such/page',
    '/teams',
    '/standings-archive',
    '/apiary',
  ])('%s', (address) => {
    expect(isAppPage(at(address))).toBe(true)
  })
})

describe('addresses that must reach the server', () => {
  test.each([
    [
      'the callback of a login',
      '/auth/callback?code=SplxlOBeZQQYbYS6WxSbIA&state=%2Fstandings&iss=https%3A%2F%2Fid.example',
    ],
    ['login', '/auth/login?return=%2Ftrades'],
    ['logout', '/auth/logout'],
    ['the account page', '/auth/account'],
    ['the demo provider', '/idp/interaction/x1Zk'],
    ['the live channel', '/ws/draft/123/abc/xhr_streaming'],
    ['the API', '/api/v1/stats/teams'],
    ['its description', '/api/openapi.json'],
    ['health', '/healthz'],
    ['readiness', '/readyz'],
    ['the worker itself', '/sw.js'],
    ['the manifest', '/manifest.webmanifest'],
    ['a file', '/robots.txt'],
    ['a picture', '/icons/icon-192.png'],
    ['a file beside a page', '/teams/12/crest.svg'],
    ['a built file', '/assets/index-1a2b3c.js'],
  ])('%s: %s', (_, address) => {
    expect(isAppPage(at(address))).toBe(false)
  })
})

describe('answers that are kept', () => {
  test.each(['/api/v1/stats/players?type=goalie', '/api/v1/stats/players/8478402/time-series'])('%s', (address) => {
    expect(isCachedCall('GET', at(address))).toBe(true)
  })

  test.each([
    ['HEAD', '/api/v1/stats/teams', 'no answer to keep'],
    ['GET', '/api/openapi.json', 'not of the contract'],
    ['GET', '/api/v1/stats/teams/4/secret', 'not of the contract'],
    ['GET', '/auth/callback?code=abc&state=/api/v1/user', 'a login'],
    ['GET', '/ws/draft/info', 'the live channel'],
  ])('not %s %s: %s', (method, address) => {
    expect(isCachedCall(method, at(address))).toBe(false)
  })

  test('every call that the contract wants on the phone, and no other', () => {
    const wrong = calls.filter(({ call }) => {
      const wanted = call.method === 'GET' && (call.offline === 'startup' || call.offline === 'snapshot')
      return isCachedCall(call.method, at(call.path.replace(/\{\w+\}/g, '1'))) !== wanted
    })
    expect(wrong).toEqual([])
  })
})

describe('pictures of other hosts', () => {
  test.each([
    ['https://assets.nhle.com/mugs/nhl/20262027/EDM/8478402.png', 'image', true],
    ['https://pool.example/art/landing.svg', 'image', false],
    ['https://assets.nhle.com/stats.json', '', false],
    ['http://assets.nhle.com/mug.png', 'image', false],
    ['data:image/png;base64,AA', 'image', false],
  ])('%s (%s): %s', (address, destination, expected) => {
    expect(isForeignPicture(at(address), destination, HOST)).toBe(expected)
  })
})
