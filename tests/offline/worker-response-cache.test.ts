// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSnapshotStore, SNAPSHOT_VERSION, type Snapshot, type SnapshotStore } from '#web/offline/snapshot-store'
import type { StoreAccess } from '#web/offline/store-access'
import { createResponseCache } from '#web/sw/response-cache'

const ADDRESS = '/api/v1/stats/teams'
const ask = () => new Request(`http://localhost${ADDRESS}`)
const OLD = '[{"id":1,"name":"Old Stars","shortName":"OLD"}]'
const NEW = '[{"id":1,"name":"New Stars","shortName":"NEW"}]'
const row = (over: Partial<Snapshot> = {}): Snapshot => ({
  owner: '3/Ada',
  address: ADDRESS,
  version: SNAPSHOT_VERSION,
  body: OLD,
  etag: '"1"',
  fetchedAt: 10,
  ...over,
})

let store: SnapshotStore
const access: StoreAccess<SnapshotStore> = { use: (work) => work(store), probe: async () => undefined }
const server = vi.fn<(request: Request) => Promise<Response>>()
const keeper = () => createResponseCache({ access, fetch: server, now: () => 100 })
beforeEach(async () => {
  store = openSnapshotStore()
  await store.clear()
  await store.setOwner('3/Ada')
  server.mockReset()
})
afterEach(() => store.close())

describe('an answer on its way to the page', () => {
  test('goes to the page and is kept, with its time and ETag', async () => {
    server.mockResolvedValue(new Response(NEW, { headers: { ETag: '"2"' } }))
    const { response, stored } = await keeper()(ask())
    expect(await response.json()).toEqual(JSON.parse(NEW))
    await stored
    expect(await store.read(ADDRESS)).toEqual(row({ body: NEW, etag: '"2"', fetchedAt: 100 }))
  })

  test('only what has changed is asked for; unchanged, the page gets the kept body and it counts as fetched now', async () => {
    await store.putIfNewer(row())
    server.mockResolvedValue(new Response(null, { status: 304 }))
    const { response, stored } = await keeper()(ask())
    expect(server.mock.calls[0]?.[0].headers.get('If-None-Match')).toBe('"1"')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(JSON.parse(OLD))
    await stored
    expect((await store.read(ADDRESS))?.fetchedAt).toBe(100)
  })

  test.each([
    ['damaged', '<html>'],
    ['of an older contract', '[{"id":1}]'],
  ])('a row that is %s is not asked about: the server sends a whole answer', async (_, body) => {
    await store.putIfNewer(row({ body }))
    server.mockResolvedValue(new Response(NEW))
    const { stored } = await keeper()(ask())
    expect(server.mock.calls[0]?.[0].headers.has('If-None-Match')).toBe(false)
    await stored
    expect((await store.read(ADDRESS))?.body).toBe(NEW)
  })

  test.each([401, 404, 500, 503])('status %i passes and replaces nothing', async (status) => {
    await store.putIfNewer(row())
    server.mockResolvedValue(new Response('{}', { status }))
    const { response, stored } = await keeper()(ask())
    await stored
    expect(response.status).toBe(status)
    expect(await store.read(ADDRESS)).toEqual(row())
  })

  test.each([
    ['the sign-in page of a public network', '<!doctype html><title>Welcome to the rink</title>'],
    ['JSON of somebody else', '{"error":"Please accept the terms of use."}'],
    ['a list of something else', '[{"id":"one","name":"Old Stars"}]'],
    ['plain text', 'Please log in'],
    ['nothing', ''],
  ])('%s goes to the page with its 200, and replaces nothing', async (_, body) => {
    await store.putIfNewer(row())
    server.mockResolvedValue(new Response(body))
    const { response, stored } = await keeper()(ask())
    expect(await response.text()).toBe(body)
    expect(await stored).toBe(false)
    expect(await store.read(ADDRESS)).toEqual(row())
  })

  test('each address is held against its own call', async () => {
    const player = '/api/v1/stats/players/7'
    const asks = async (body: string) => {
      server.mockResolvedValueOnce(new Response(body))
      return (await keeper()(new Request(`http://localhost${player}`))).stored
    }
    expect(await asks(NEW)).toBe(false)
    expect(await asks('{"id":7,"name":"Real Player"}')).toBe(true)
    expect([await store.read(ADDRESS), (await store.read(player))?.address]).toEqual([null, player])
  })

  test('without a network the page is told so: the worker never answers from what is kept', async () => {
    await store.putIfNewer(row())
    server.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(keeper()(ask())).rejects.toThrow('Failed to fetch')
  })
})

describe('whose answer it is', () => {
  test('nothing is kept before a user is known', async () => {
    await store.clear()
    server.mockResolvedValue(new Response('[]'))
    const { stored } = await keeper()(ask())
    await stored
    expect(await store.read(ADDRESS)).toBeNull()
  })

  test('an answer that arrives after logging out, or for the next user, is not kept', async () => {
    server.mockImplementation(async () => {
      await store.clear()
      await store.setOwner('4/Bo')
      return new Response(OLD)
    })
    const { stored } = await keeper()(ask())
    await stored
    expect(await store.read(ADDRESS)).toBeNull()
  })
})

describe('storage that fails', () => {
  test('a database that does not answer delays the request by a moment only', async () => {
    vi.useFakeTimers()
    server.mockResolvedValue(new Response(NEW))
    const stuck = { use: () => new Promise<never>(() => undefined), probe: async () => undefined }
    const answer = createResponseCache({ access: stuck, fetch: server, now: () => 100 })(ask())
    await vi.advanceTimersByTimeAsync(300)
    expect(await (await answer).response.json()).toEqual(JSON.parse(NEW))
    vi.useRealTimers()
  })

  test('no database at all: the answer passes', async () => {
    server.mockResolvedValue(new Response(NEW))
    const none = { use: async () => null, probe: async () => undefined }
    const { response, stored } = await createResponseCache({ access: none, fetch: server, now: () => 100 })(ask())
    await stored
    expect(await response.json()).toEqual(JSON.parse(NEW))
  })
})
