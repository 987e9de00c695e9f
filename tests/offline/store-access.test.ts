// @vitest-environment node
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SnapshotStore } from '#web/offline/snapshot-store'
import { createStoreAccess, type StorageTrouble } from '#web/offline/store-access'

const fakeStore = (over: Partial<SnapshotStore> = {}): SnapshotStore => ({
  owner: async () => '3/Ada',
  setOwner: async () => undefined,
  read: async () => null,
  drop: async () => undefined,
  putIfNewer: async () => true,
  warmedAt: async () => null,
  setWarmedAt: async () => undefined,
  clear: async () => undefined,
  close: () => undefined,
  ...over,
})
const never = new Promise<never>(() => undefined)

let told: StorageTrouble[]
const report = (trouble: StorageTrouble) => told.push(trouble)
beforeEach(() => {
  told = []
  vi.useFakeTimers()
})
describe('storage that fails', () => {
  test('opens once, when first needed', async () => {
    const open = vi.fn(async () => fakeStore())
    const access = createStoreAccess({ open, report })
    expect(open).not.toHaveBeenCalled()
    expect(await Promise.all([access.use((store) => store.owner()), access.use((store) => store.owner())])).toEqual([
      '3/Ada',
      '3/Ada',
    ])
    expect(open).toHaveBeenCalledTimes(1)
  })

  test('a refused database is tried three times, told once, and left alone', async () => {
    const open = vi.fn(async (): Promise<SnapshotStore> => Promise.reject(new DOMException('denied', 'SecurityError')))
    const access = createStoreAccess({ open, report })
    expect(await access.use((store) => store.owner())).toBeNull()
    expect(await access.use((store) => store.owner())).toBeNull()
    expect(open).toHaveBeenCalledTimes(3)
    expect(told).toEqual(['blocked'])
  })

  test('a database that never opens holds no one up for long', async () => {
    const access = createStoreAccess<SnapshotStore>({ open: () => never, report })
    for (let n = 0; n < 3; n += 1) {
      const asked = access.use((store) => store.owner())
      await vi.advanceTimersByTimeAsync(2_500)
      expect(await asked).toBeNull()
    }
    expect(told).toEqual(['blocked'])
    expect(await access.use((store) => store.owner())).toBeNull()
  })

  test('the code that opens it, not arriving or late, does not count against the storage', async () => {
    let loading: Promise<unknown> = Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
    const access = createStoreAccess({ load: () => loading, open: async () => fakeStore(), report })
    for (let n = 0; n < 4; n += 1) expect(await access.use((store) => store.owner())).toBeNull()
    loading = never
    const asked = access.use((store) => store.owner())
    await vi.advanceTimersByTimeAsync(2_500)
    expect(await asked).toBeNull()
    expect(told).toEqual([])
    loading = Promise.resolve()
    expect(await access.use((store) => store.owner())).toBe('3/Ada')
  })

  test('a connection lost in the background is opened again', async () => {
    const close = vi.fn()
    const lost = fakeStore({ owner: () => Promise.reject(new DOMException('closing', 'InvalidStateError')), close })
    const open = vi.fn<() => Promise<SnapshotStore>>().mockResolvedValueOnce(lost).mockResolvedValue(fakeStore())
    const access = createStoreAccess({ open, report })
    expect(await access.use((store) => store.owner())).toBe('3/Ada')
    await vi.advanceTimersByTimeAsync(0)
    expect(close).toHaveBeenCalledTimes(1)
    expect(told).toEqual([])
  })

  test('coming back to the app, a dead connection is found within a second', async () => {
    const dead = fakeStore({ owner: () => never })
    const open = vi.fn<() => Promise<SnapshotStore>>().mockResolvedValueOnce(dead).mockResolvedValue(fakeStore())
    const access = createStoreAccess({ open, report })
    await access.use((store) => store.read('/x'))
    const probed = access.probe((store) => store.owner())
    await vi.advanceTimersByTimeAsync(1_000)
    await probed
    expect(await access.use((store) => store.owner())).toBe('3/Ada')
  })

  test('nothing is probed that was never opened', async () => {
    const open = vi.fn(async () => fakeStore())
    await createStoreAccess({ open, report }).probe((store) => store.owner())
    expect(open).not.toHaveBeenCalled()
  })

  test('a full device is told, and the database stays open', async () => {
    const full = fakeStore({ putIfNewer: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) })
    const open = vi.fn(async () => full)
    const access = createStoreAccess({ open, report })
    const row = { owner: '', address: '', version: 1, body: '', etag: null, fetchedAt: 0 }
    expect(await access.use((store) => store.putIfNewer(row))).toBeNull()
    expect(await access.use((store) => store.owner())).toBe('3/Ada')
    expect(told).toEqual(['full'])
    expect(open).toHaveBeenCalledTimes(1)
  })
})
