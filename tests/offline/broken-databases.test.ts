import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DATABASE as CACHE, openSnapshotStore, recreateSnapshots } from '#web/offline/snapshot-store'
import { createStoreAccess, type StorageTrouble } from '#web/offline/store-access'
import { DATABASE as OUTBOX, openOutboxStore, recreateOutbox } from '#web/outbox/outbox-store'
import { newRow } from '#web/outbox/row'

const answered = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** A database as another version, or an accident, has left it. Dexie's version 1 is the browser's 10. */
const leave = async (name: string, version: number, make: (database: IDBDatabase) => void) => {
  await answered(indexedDB.deleteDatabase(name))
  const request = indexedDB.open(name, version)
  request.onupgradeneeded = () => make(request.result)
  ;(await answered(request)).close()
}

let told: StorageTrouble[]
const report = (trouble: StorageTrouble) => told.push(trouble)
beforeEach(() => {
  told = []
})

const nothing = () => undefined
const otherKeys = (database: IDBDatabase) => {
  database.createObjectStore('snapshots', { keyPath: 'address' })
  database.createObjectStore('facts', { keyPath: 'key' })
}

describe('a cache that cannot be used is recreated', () => {
  const cacheOf = () =>
    createStoreAccess({ open: async () => openSnapshotStore(), recreate: recreateSnapshots, report })

  test.each([
    ['without its tables', 10, nothing],
    ['of a newer version without them', 200, nothing],
    ['with other keys', 10, otherKeys],
    ['of a newer version with other keys', 30, otherKeys],
  ])('%s', async (_, version, make) => {
    await leave(CACHE, version, make)
    const access = cacheOf()
    // All that a launch asks for at once.
    const [, owner] = await Promise.all([
      access.use((store) => store.setOwner('3/Ada')),
      access.use((store) => store.warmedAt().then(() => true)),
      access.use((store) => store.read('/x').then(() => true)),
    ])
    expect(owner).toBe(true)
    expect(await cacheOf().use((store) => store.owner())).toBe('3/Ada')
    expect(told).toEqual([])
  })

  test('only once: one that stays broken is reported', async () => {
    await leave(CACHE, 10, nothing)
    const access = createStoreAccess({ open: async () => openSnapshotStore(), recreate: async () => undefined, report })
    expect(await access.use((store) => store.owner())).toBeNull()
    expect(await access.use((store) => store.owner())).toBeNull()
    expect(told).toContain('blocked')
  })
})

describe('an outbox that cannot be used is recreated', () => {
  const lane = { owner: '3/Ada', teamId: 3 }
  const player = { playerId: 7, name: 'Ada Wing', position: 'C', nhlTeam: 'EDM', points: 1, price: 2 }
  const change = { kind: 'add', player, action: 'BUY', wasOut: true } as const
  const first = { ...newRow(lane, change, 'first', 1), seq: 4 }
  const second = { ...newRow(lane, { kind: 'empty' }, 'second', 2), seq: 9 }
  const outboxOf = () => createStoreAccess({ open: async () => openOutboxStore(), recreate: recreateOutbox, report })
  const idsIn = async () => (await outboxOf().use((store) => store.list('3/Ada')))?.map(({ id }) => id)

  test.each([
    ['without its table', 10],
    ['of a newer version without it', 70],
  ])('%s', async (_, version) => {
    await leave(OUTBOX, version, nothing)
    await outboxOf().use((store) => store.add(newRow(lane, change, 'new', 5)))
    expect(await idsIn()).toEqual(['new'])
    expect(told).toEqual([])
  })

  test('with the changes that can be read in it, in their order, by page and worker at once', async () => {
    // One holder at a time, as browsers have it and jsdom has not.
    let held: Promise<unknown> = Promise.resolve()
    const request = (_name: string, work: () => Promise<unknown>) => {
      held = held.then(work)
      return held
    }
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
    await leave(OUTBOX, 50, (database) => {
      const rows = database.createObjectStore('rows', { keyPath: 'seq' })
      for (const row of [
        second,
        first,
        { seq: 11, id: 'strange' },
        { ...first, seq: 12, id: 'odd', state: 'asleep' },
        { ...first, seq: 13, id: 'ownerless', owner: undefined },
        { ...first, seq: 14, id: 'changeless', change: undefined },
      ]) {
        rows.put(row)
      }
    })
    expect(await Promise.all([idsIn(), idsIn()])).toEqual([
      ['first', 'second'],
      ['first', 'second'],
    ])
    await outboxOf().use((store) =>
      store.add(newRow(lane, { ...change, player: { ...player, playerId: 8 } }, 'new', 5)),
    )
    expect(await idsIn()).toEqual(['first', 'second', 'new'])
    expect(told).toEqual([])
  })

  test('with its changes in the order of the taps, where another version keeps them by their keys', async () => {
    await leave(OUTBOX, 50, (database) => {
      const rows = database.createObjectStore('rows', { keyPath: 'id' })
      for (const row of [{ ...second, seq: 1 }, first]) rows.put(row)
    })
    expect(await idsIn()).toEqual(['second', 'first'])
    expect(told).toEqual([])
  })
})
