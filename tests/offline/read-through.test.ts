import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { standings } from '#web/data/league'
import { createQueryClient } from '#web/data/query-client'
import { isTransport } from '#web/net/call-error'
import { reportAnswer, reportNoAnswer } from '#web/net/connection'
import { setCurrentOwner } from '#web/offline/owner'
import { openSnapshotStore, SNAPSHOT_VERSION, type Snapshot } from '#web/offline/snapshot-store'
import { clearSnapshots } from '#web/offline/snapshots'
import { holdFrames } from '../support/held-frames.ts'
import { skipQuietPauses } from '../support/quiet-pauses.ts'

const ADDRESS = '/api/v1/stats/teams'
const old = [{ id: 1, name: 'Old', shortName: 'OLD' }]
const fresh = [{ id: 1, name: 'New', shortName: 'NEW' }]
const server = vi.fn<() => Promise<Response>>()
const offline = () => server.mockRejectedValue(new TypeError('Failed to fetch'))
const online = () => server.mockImplementation(async () => new Response(JSON.stringify(fresh)))

const keep = async (over: Partial<Snapshot> = {}) => {
  const store = openSnapshotStore()
  const row = { owner: '3/Ada', address: ADDRESS, version: SNAPSHOT_VERSION, etag: null, fetchedAt: 5_000 }
  await store.setOwner(over.owner ?? '3/Ada')
  await store.putIfNewer({ ...row, body: JSON.stringify(old), ...over })
  store.close()
}

let client: QueryClient
const watch = () => {
  const seen: unknown[] = []
  const observer = new QueryObserver(client, standings())
  observer.subscribe(({ data }) => {
    if (data !== seen.at(-1)) seen.push(data)
  })
  return { seen, result: () => observer.getCurrentResult() }
}

beforeEach(async () => {
  reportAnswer()
  await clearSnapshots()
  setCurrentOwner('3/Ada')
  // As on every visit after the first: a worker is at work.
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller: {} }, configurable: true })
  client = createQueryClient()
  vi.stubGlobal('fetch', server)
  skipQuietPauses()
})
afterEach(() => {
  client.clear()
  server.mockReset()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

describe('a screen opened without a connection', () => {
  test('shows what was stored, with the time it was fetched, and an error beside it', async () => {
    await keep()
    offline()
    const { result } = watch()
    await expect.poll(() => result().data).toEqual(old)
    expect(result().dataUpdatedAt).toBe(5_000)
    await expect.poll(() => result().isError).toBe(true)
    expect(result().data).toEqual(old)
    expect(result().dataUpdatedAt).toBe(5_000)
  })

  test.each([
    ['nothing is stored', null],
    ['it belongs to another user', { owner: '4/Bo' }],
    ['it is of another version', { version: SNAPSHOT_VERSION - 1 }],
    ['it is broken', { body: '[{' }],
    ['it has another shape', { body: '[{"id":"one"}]' }],
  ])('says what failed when %s', async (_, over) => {
    if (over) await keep(over)
    offline()
    const { result, seen } = watch()
    await expect.poll(() => result().isError).toBe(true)
    expect(result().error?.message).toBe('Failed to fetch standings')
    expect(seen.filter((data) => data !== undefined)).toEqual([])
  })
})

test.each([
  ['a newer', 9_000, fresh],
  ['an older', 1_000, old],
])('of a first frame and a stored answer the newer is shown: %s first frame', async (_, updatedAt, shown) => {
  await keep()
  offline()
  client.setQueryData(['teams'], fresh, { updatedAt })
  const { result } = watch()
  await expect.poll(() => result().isError).toBe(true)
  expect(result().data).toEqual(shown)
})

describe('a screen opened with a connection', () => {
  test('shows what was stored while it waits, then the answer', async () => {
    await keep()
    let answer: (response: Response) => void = () => undefined
    server.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
    const { result } = watch()
    await expect.poll(() => result().data).toEqual(old)
    answer(new Response(JSON.stringify(fresh)))
    await expect.poll(() => result().data).toEqual(fresh)
    expect(result().isError).toBe(false)
  })

  test('on a first visit, before any worker, looks for nothing stored', async () => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    await keep()
    server.mockImplementation(() => new Promise(() => undefined))
    const { result } = watch()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(result().data).toBeUndefined()
  })

  test('one failure is tried again quietly', async () => {
    online()
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const { result } = watch()
    await expect.poll(() => result().data).toEqual(fresh)
    expect(server).toHaveBeenCalledTimes(2)
  })

  test('a failure while the connection is known to be lost is said at once', async () => {
    offline()
    reportNoAnswer()
    const { result } = watch()
    await expect.poll(() => result().isError).toBe(true)
    expect(server).toHaveBeenCalledTimes(1)
  })

  test('a refusal is not tried again', async () => {
    server.mockImplementation(async () => new Response('{"code":"FORBIDDEN"}', { status: 403 }))
    const { result } = watch()
    await expect.poll(() => result().isError).toBe(true)
    expect(server).toHaveBeenCalledTimes(1)
  })

  test('an answer of a wrong shape, perhaps from a damaged row, is asked for once more without it', async () => {
    await keep({ body: '[{"id":"one"}]' })
    online()
    server.mockImplementationOnce(async () => new Response('[{"id":"one"}]'))
    const { result } = watch()
    await expect.poll(() => result().data).toEqual(fresh)
    const store = openSnapshotStore()
    expect(await store.read(ADDRESS)).toBeNull()
    store.close()
  })

  test.each([
    ['a page', '<!doctype html><p>Welcome to the rink'],
    ['other JSON', '{"error":"Please accept the terms."}'],
    ['plain text', 'Please log in to the network'],
  ])('%s in place of the answer is not an answer: what was stored stays, with its time', async (_, foreign) => {
    await keep()
    server.mockImplementation(async () => new Response(foreign))
    const { result } = watch()
    await expect.poll(() => result().isError).toBe(true)
    expect(result().data).toEqual(old)
    expect(result().dataUpdatedAt).toBe(5_000)
    expect(isTransport(result().error)).toBe(true)
    const store = openSnapshotStore()
    expect(await store.read(ADDRESS)).toMatchObject({ body: JSON.stringify(old), fetchedAt: 5_000 })
    store.close()
  })

  describe('that already has something to show', () => {
    const ticked = () => new Promise((resolve) => setTimeout(resolve))
    beforeEach(() => {
      client.setQueryData(['teams'], old, { updatedAt: 1_000 })
      online()
    })
    test('asks when that is drawn', async () => {
      const { drawFrame } = holdFrames()
      const { result } = watch()
      await ticked()
      expect(server).not.toHaveBeenCalled()
      drawFrame()
      await expect.poll(() => result().data).toEqual(fresh)
    })

    test('asks at once while no one looks: a hidden page draws no frames', async () => {
      const { waiting } = holdFrames()
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      const { result } = watch()
      await expect.poll(() => result().data).toEqual(fresh)
      expect(waiting).toEqual([])
    })
  })
})
