import type { Snapshot, SnapshotStore } from '#web/offline/snapshot-store'
import type { StoreAccess } from '#web/offline/store-access'

/** A store without a database, for tests of what is done with it. */
export const memoryStore = (owner: string | null = '3/Ada') => {
  const rows = new Map<string, Snapshot>()
  let current = owner
  let warmedAt: number | null = null
  const store: SnapshotStore = {
    owner: async () => current,
    setOwner: async (next) => {
      current = next
    },
    read: async (address) => rows.get(address) ?? null,
    drop: async (address) => {
      rows.delete(address)
    },
    putIfNewer: async (row) => {
      const there = rows.get(row.address)
      if (row.owner !== current || (there && there.fetchedAt >= row.fetchedAt)) return false
      rows.set(row.address, row)
      return true
    },
    warmedAt: async () => warmedAt,
    setWarmedAt: async (at) => {
      warmedAt = at
    },
    clear: async () => {
      rows.clear()
      current = null
    },
    close: () => undefined,
  }
  const access: StoreAccess<SnapshotStore> = { use: (work) => work(store), probe: async () => undefined }
  return { rows, store, access }
}
