// @vitest-environment node
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createExtras, isCode, isTheFile } from '#web/sw/built-files'

const ORIGIN = 'https://pool.example'
const entries = [
  { url: 'art/banner.svg', revision: 'b1' },
  { url: 'fonts/narrow.woff2', revision: null },
  { url: 'favicon.ico', revision: 'f1' },
]

let stored: Map<string, string>
let room: boolean
const host = vi.fn<(input: Request | string) => Promise<Response>>()
const typed = (body: string, type: string, init: ResponseInit = {}) =>
  new Response(body, { headers: { 'Content-Type': type }, ...init })

const cache = {
  match: async (key: string) => (stored.has(key) ? typed(stored.get(key) ?? '', 'image/svg+xml') : undefined),
  put: async (key: string, response: Response) => {
    if (!room) throw new DOMException('full', 'QuotaExceededError')
    stored.set(key, await response.text())
  },
  keys: async () => [...stored.keys()].map((key) => new Request(key)),
  delete: async (key: Request) => stored.delete(key.url),
}
const extrasOf = (list = entries) =>
  createExtras({
    // biome-ignore lint/suspicious/noExplicitAny: as much of Cache Storage as is used
    caches: { open: async () => cache as any },
    fetch: host,
    origin: ORIGIN,
    entries: list,
    limitMs: 1_000,
  })

beforeEach(() => {
  stored = new Map()
  room = true
  host.mockReset().mockImplementation(async () => typed('a picture', 'image/svg+xml'))
})

describe('the files of the build', () => {
  test.each([
    ['index.html', true],
    ['assets/index-Dpy1ih9w.js', true],
    ['assets/boxes-BkSMvddJ.css', true],
    ['art/banner.svg', false],
    ['fonts/barlow-condensed-600.woff2', false],
    ['manifest.webmanifest', false],
  ])('%s is needed to start: %s', (url, needed) => {
    expect(isCode({ url })).toBe(needed)
  })

  test.each([
    ['/index.html', typed('<div id="root"></div>', 'text/html; charset=utf-8'), true],
    ['/index.html', typed('<h1>Welcome to our Wi-Fi</h1>', 'text/html'), false],
    ['/assets/a.js', typed('export {}', 'text/javascript; charset=utf-8'), true],
    ['/assets/a.js', typed('export {}', 'application/javascript'), true],
    ['/assets/a.js', typed('<h1>Welcome to our Wi-Fi</h1>', 'text/html'), false],
    ['/assets/a.css', typed('a{}', 'text/css'), true],
    ['/assets/a.css', typed('', 'text/css', { status: 404, headers: { 'Content-Type': 'text/css' } }), false],
    ['/art/a.svg', typed('<svg/>', 'image/svg+xml'), true],
    ['/art/a.svg', typed('<h1>Blocked</h1>', 'text/html'), false],
  ])('%s is told from a page in its place', async (path, response, expected) => {
    expect(await isTheFile(new URL(path, ORIGIN), response)).toBe(expected)
  })
})

describe('pictures and fonts', () => {
  test('one that is blocked keeps none of the others from being stored, and is stored later', async () => {
    host.mockImplementation(async (input) => {
      if (String(input).endsWith('/art/banner.svg')) throw new TypeError('Failed to fetch')
      return typed('a picture', 'image/svg+xml')
    })
    const extras = extrasOf()
    await extras.store()
    expect([...stored.keys()].sort()).toEqual([
      'https://pool.example/favicon.ico?revision=f1',
      'https://pool.example/fonts/narrow.woff2',
    ])
    host.mockReset().mockImplementation(async () => typed('the banner', 'image/svg+xml'))
    await extras.store()
    expect(host).toHaveBeenCalledTimes(1)
    expect(stored.get('https://pool.example/art/banner.svg?revision=b1')).toBe('the banner')
  })

  test('without room nothing is stored, and nothing fails', async () => {
    room = false
    await expect(extrasOf().store()).resolves.toBeUndefined()
    expect(stored.size).toBe(0)
  })

  test('come from the device where they are stored, else from the network', async () => {
    const extras = extrasOf()
    const banner = new Request('https://pool.example/art/banner.svg')
    expect(extras.has(new URL(banner.url))).toBe(true)
    expect(extras.has(new URL('https://pool.example/art/other.svg'))).toBe(false)
    expect(await (await extras.answer(banner)).text()).toBe('a picture')
    await extras.store()
    host.mockReset().mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await (await extras.answer(banner)).text()).toBe('a picture')
  })

  test('of earlier builds go', async () => {
    await extrasOf().store()
    const next = extrasOf([{ url: 'art/banner.svg', revision: 'b2' }])
    await next.store()
    await next.clean()
    expect([...stored.keys()]).toEqual(['https://pool.example/art/banner.svg?revision=b2'])
  })
})
