import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SNAPSHOT_VERSION, type Snapshot } from '#web/offline/snapshot-store'
import { createAnswerKeeper } from '#web/sw/keep-answer'
import { memoryStore } from './memory-store.ts'

const ADDRESS = '/api/v1/stats/teams'
const ask = () => new Request(`http://localhost${ADDRESS}`)
const row = (over: Partial<Snapshot> = {}): Snapshot => ({
  owner: '3/Ada',
  address: ADDRESS,
  version: SNAPSHOT_VERSION,
  body: '["kept"]',
  etag: '"1"',
  fetchedAt: 10,
  ...over,
})

let kept: ReturnType<typeof memoryStore>
const server = vi.fn<(request: Request) => Promise<Response>>()
const keeper = () => createAnswerKeeper({ access: kept.access, fetch: server, now: () => 100 })
beforeEach(() => {
  kept = memoryStore()
  server.mockReset()
})

describe('an answer on its way to the page', () => {
  test('goes to the page and is kept, with its time and ETag', async () => {
    server.mockResolvedValue(new Response('["new"]', { headers: { ETag: '"2"' } }))
    const { response, stored } = await keeper()(ask())
    expect(await response.json()).toEqual(['new'])
    await stored
    expect(kept.rows.get(ADDRESS)).toEqual(row({ body: '["new"]', etag: '"2"', fetchedAt: 100 }))
  })

  test('only what has changed is asked for; unchanged, the page gets the kept body and it counts as fetched now', async () => {
    kept.rows.set(ADDRESS, row())
    server.mockResolvedValue(new Response(null, { status: 304 }))
    const { response, stored } = await keeper()(ask())
    expect(server.mock.calls[0]?.[0].headers.get('If-None-Match')).toBe('"1"')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(['kept'])
    await stored
    expect(kept.rows.get(ADDRESS)?.fetchedAt).toBe(100)
  })

  test('a damaged row is not asked about: the server sends a whole answer', async () => {
    kept.rows.set(ADDRESS, row({ body: '<html>' }))
    server.mockResolvedValue(new Response('["new"]'))
    const { stored } = await keeper()(ask())
    expect(server.mock.calls[0]?.[0].headers.has('If-None-Match')).toBe(false)
    await stored
    expect(kept.rows.get(ADDRESS)?.body).toBe('["new"]')
  })

  test.each([401, 404, 500, 503])('status %i passes and replaces nothing', async (status) => {
    kept.rows.set(ADDRESS, row())
    server.mockResolvedValue(new Response('{}', { status }))
    const { response, stored } = await keeper()(ask())
    await stored
    expect(response.status).toBe(status)
    expect(kept.rows.get(ADDRESS)).toEqual(row())
  })

  test('without a network the page is told so: the worker never answers from what is kept', async () => {
    kept.rows.set(ADDRESS, row())
    server.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(keeper()(ask())).rejects.toThrow('Failed to fetch')
  })
})

describe('whose answer it is', () => {
  test('nothing is kept before a user is known', async () => {
    kept = memoryStore(null)
    server.mockResolvedValue(new Response('[]'))
    const { stored } = await keeper()(ask())
    await stored
    expect(kept.rows.size).toBe(0)
  })

  test('an answer that arrives after logging out, or for the next user, is not kept', async () => {
    server.mockImplementation(async () => {
      await kept.store.clear()
      await kept.store.setOwner('4/Bo')
      return new Response('["of Ada"]')
    })
    const { stored } = await keeper()(ask())
    await stored
    expect(kept.rows.size).toBe(0)
  })
})

describe('storage that fails', () => {
  test('a database that does not answer delays the request by a moment only', async () => {
    vi.useFakeTimers()
    server.mockResolvedValue(new Response('["new"]'))
    const stuck = { use: () => new Promise<never>(() => undefined), probe: async () => undefined }
    const answer = createAnswerKeeper({ access: stuck, fetch: server, now: () => 100 })(ask())
    await vi.advanceTimersByTimeAsync(300)
    expect(await (await answer).response.json()).toEqual(['new'])
    vi.useRealTimers()
  })

  test('no database at all: the answer passes', async () => {
    server.mockResolvedValue(new Response('["new"]'))
    const none = { use: async () => null, probe: async () => undefined }
    const { response, stored } = await createAnswerKeeper({ access: none, fetch: server, now: () => 100 })(ask())
    await stored
    expect(await response.json()).toEqual(['new'])
  })
})
