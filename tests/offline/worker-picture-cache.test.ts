// @vitest-environment node
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createPictureCache, MAX_AGE_MS, MAX_PICTURES, PICTURES } from '#web/sw/response-cache'

/** Cache Storage as far as pictures need it; keys in the order they were stored, as the standard has it. */
const fakeCaches = () => {
  const entries = new Map<string, Response>()
  const url = (key: RequestInfo | URL) => (key instanceof Request ? key.url : String(key))
  const cache = {
    match: async (key: RequestInfo | URL) => entries.get(url(key))?.clone(),
    put: vi.fn(async (key: RequestInfo | URL, response: Response) => {
      entries.delete(url(key))
      entries.set(url(key), response)
    }),
    keys: async () => [...entries.keys()].map((key) => new Request(key)),
    delete: async (key: RequestInfo | URL) => entries.delete(url(key)),
    add: async () => undefined,
    addAll: async () => undefined,
    matchAll: async () => [...entries.values()],
  }
  const remove = vi.fn(async () => {
    entries.clear()
    return true
  })
  return { entries, cache, remove, caches: { open: async () => cache, delete: remove } }
}

const picture = (body: string) => new Response(body, { headers: { 'Content-Type': 'image/png' } })
const MUG = 'https://assets.nhle.com/mugs/8478402.png'
let fake: ReturnType<typeof fakeCaches>
let time: number
const host = vi.fn<(input: Request | string, init?: RequestInit) => Promise<Response>>()
const show = async (address = MUG) => {
  const keep = createPictureCache({ caches: fake.caches, fetch: host, now: () => time })
  const { response, stored } = await keep(new Request(address))
  await stored
  return response
}
beforeEach(() => {
  fake = fakeCaches()
  time = 1_000
  host.mockReset().mockImplementation(async () => picture('a face'))
})

describe('portraits and logos of other hosts', () => {
  test('are asked for with CORS and without credentials, and kept', async () => {
    expect(await (await show()).text()).toBe('a face')
    expect(host).toHaveBeenCalledWith(MUG, { mode: 'cors', credentials: 'omit' })
    expect(await (await show()).text()).toBe('a face')
    expect(host).toHaveBeenCalledTimes(1)
  })

  test('are fetched again after 30 days, and without a network shown all the same', async () => {
    await show()
    time += MAX_AGE_MS
    host.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await (await show()).text()).toBe('a face')
    host.mockImplementation(async () => picture('an older face'))
    expect(await (await show()).text()).toBe('an older face')
  })

  test('are 300 at most: the oldest goes', async () => {
    for (let n = 0; n <= MAX_PICTURES; n += 1) await show(`https://assets.nhle.com/${n}.png`)
    expect(fake.entries.size).toBe(MAX_PICTURES)
    expect(fake.entries.has('https://assets.nhle.com/0.png')).toBe(false)
  })

  test('are not kept when the host refuses to let them be read', async () => {
    host.mockImplementation(async (input) => {
      if (typeof input === 'string') throw new TypeError('CORS')
      return new Response('opaque')
    })
    expect(await (await show()).text()).toBe('opaque')
    expect(fake.entries.size).toBe(0)
  })

  test.each([
    ["a public network's page comes in their place", 'text/html', 200],
    ['there is none', 'image/png', 404],
  ])('are not kept when %s', async (_, type, status) => {
    host.mockImplementation(async () => new Response('', { status, headers: { 'Content-Type': type } }))
    expect((await show()).status).toBe(status)
    expect(fake.entries.size).toBe(0)
  })

  test('all go when the device is full', async () => {
    fake.cache.put.mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
    expect(await (await show()).text()).toBe('a face')
    expect(fake.remove).toHaveBeenCalledWith(PICTURES)
  })
})
