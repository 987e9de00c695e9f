// @vitest-environment node
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  DATABASE,
  openSnapshotStore,
  SNAPSHOT_VERSION,
  type Snapshot,
  type SnapshotStore,
} from '#web/offline/snapshot-store'
import { isFull } from '#web/offline/store-access'

const row = (over: Partial<Snapshot> = {}): Snapshot => ({
  owner: '3/Ada',
  address: '/api/v1/stats/teams',
  version: SNAPSHOT_VERSION,
  body: '[]',
  etag: '"a"',
  fetchedAt: 1000,
  ...over,
})

const raw = async (rows: readonly Snapshot[]) => {
  const database = await new Dexie(DATABASE).open()
  await database.table('snapshots').bulkPut([...rows])
  database.close()
}

let store: SnapshotStore
beforeEach(async () => {
  store = openSnapshotStore()
  await store.clear()
  await store.setOwner('3/Ada')
})
afterEach(() => {
  store.close()
})

describe('one row for each user, address and version', () => {
  test('what was stored is read again', async () => {
    expect(await store.putIfNewer(row())).toBe(true)
    expect(await store.read('/api/v1/stats/teams')).toEqual(row())
    expect(await store.read('/api/v1/stats/teams/4')).toBeNull()
  })

  test('only something fetched later replaces it', async () => {
    await store.putIfNewer(row({ body: '[1]' }))
    expect(await store.putIfNewer(row({ fetchedAt: 999, body: '[2]' }))).toBe(false)
    expect(await store.putIfNewer(row({ fetchedAt: 1000, body: '[2]' }))).toBe(false)
    expect((await store.read('/api/v1/stats/teams'))?.body).toBe('[1]')
    expect(await store.putIfNewer(row({ fetchedAt: 1001, body: '[3]' }))).toBe(true)
    expect((await store.read('/api/v1/stats/teams'))?.body).toBe('[3]')
  })

  test('of several answers at once the latest stays', async () => {
    await Promise.all([5, 9, 7].map((fetchedAt) => store.putIfNewer(row({ fetchedAt, body: String(fetchedAt) }))))
    expect((await store.read('/api/v1/stats/teams'))?.body).toBe('9')
  })

  test('a row that does not fit can be dropped', async () => {
    await store.putIfNewer(row())
    await store.drop('/api/v1/stats/teams')
    expect(await store.read('/api/v1/stats/teams')).toBeNull()
  })
})

describe('whose it is', () => {
  test('the answer to somebody who has logged out meanwhile is not stored', async () => {
    await store.clear()
    expect(await store.putIfNewer(row())).toBe(false)
    await store.setOwner('4/Bo')
    expect(await store.putIfNewer(row())).toBe(false)
    expect(await store.read('/api/v1/stats/teams')).toBeNull()
  })

  test("another user's rows go when they come", async () => {
    await store.putIfNewer(row())
    await store.setOwner('4/Bo')
    await store.setOwner('3/Ada')
    expect(await store.read('/api/v1/stats/teams')).toBeNull()
  })

  test("another user's or version's row is never read, however it got there", async () => {
    await raw([row({ owner: '4/Bo', address: '/a' }), row({ version: SNAPSHOT_VERSION - 1, address: '/b' })])
    expect(await store.read('/a')).toBeNull()
    expect(await store.read('/b')).toBeNull()
  })

  test('the same user again keeps their rows, loses those of an older version, and is warmed up again then', async () => {
    await store.putIfNewer(row())
    await store.setWarmedAt(5)
    await store.setOwner('3/Ada')
    expect(await store.warmedAt()).toBe(5)
    await raw([row({ version: SNAPSHOT_VERSION - 1 })])
    await store.setOwner('3/Ada')
    expect(await store.warmedAt()).toBeNull()
    expect(await store.read('/api/v1/stats/teams')).toEqual(row())
  })

  test('cleared, nothing is left', async () => {
    await store.putIfNewer(row())
    await store.clear()
    expect(await store.owner()).toBeNull()
    const database = await new Dexie(DATABASE).open()
    expect(await database.table('snapshots').count()).toBe(0)
    database.close()
  })
})

describe('a full device', () => {
  const full = new DOMException('full', 'QuotaExceededError')

  test.each([
    ['told plainly', full, true],
    [
      'told as an abort, the way Safari does',
      Object.assign(new Error('aborted'), { name: 'AbortError', inner: full }),
      true,
    ],
    ['any other abort', Object.assign(new Error('aborted'), { name: 'AbortError' }), false],
    [
      'a cause that is itself',
      Object.assign(new Error(), {
        get inner() {
          return this
        },
      }),
      false,
    ],
  ])('%s', (_, error, expected) => {
    expect(isFull(error)).toBe(expected)
  })

  test('the oldest go, and it is tried once more', async () => {
    await store.putIfNewer(row({ address: '/old', fetchedAt: 1 }))
    const put = IDBObjectStore.prototype.put
    let refusals = 1
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
      if (refusals-- > 0) throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, given)
    })
    expect(await store.putIfNewer(row({ address: '/new' }))).toBe(true)
    expect(await store.read('/old')).toBeNull()
    expect(await store.read('/new')).not.toBeNull()
  })

  test('once more only', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const error: unknown = await store.putIfNewer(row()).catch((reason: unknown) => reason)
    expect(isFull(error)).toBe(true)
  })
})
