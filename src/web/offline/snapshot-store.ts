import { Dexie, type Table } from 'dexie'
import { isFull } from './store-access.ts'

// Opened by the page and by the service worker. Disposable: when the meaning of the rows changes, VERSION is raised
// and the old ones are dropped.

export const DATABASE = 'pool-cache'
export const SNAPSHOT_VERSION = 1
/** How many of the oldest go when the device is full. */
const DROP_AT_ONCE = 20

/** The last good answer of one address, as it was sent. */
export interface Snapshot {
  readonly owner: string
  /** Path and query, without the host. */
  readonly address: string
  readonly version: number
  readonly body: string
  readonly etag: string | null
  /** ms */
  readonly fetchedAt: number
}

interface Fact {
  readonly name: 'owner' | 'warmed-at'
  readonly value: string | number
}

export interface SnapshotStore {
  /** Whom the rows belong to; null when no one is logged in here: then nothing is stored. */
  owner(): Promise<string | null>
  /** Another owner's rows go in the same step; what was stored under the owner's former key stays theirs. */
  setOwner(owner: string, former?: string | null): Promise<void>
  /** The current owner's row. */
  read(address: string): Promise<Snapshot | null>
  drop(address: string): Promise<void>
  /** False when something newer is there, or when the row's owner is no longer the current one. */
  putIfNewer(snapshot: Snapshot): Promise<boolean>
  warmedAt(): Promise<number | null>
  setWarmedAt(at: number): Promise<void>
  /** Rows and owner. */
  clear(): Promise<void>
  close(): void
}

/** Nothing is lost: the next warm-up fills it. */
export const recreateSnapshots = (): Promise<void> => Dexie.delete(DATABASE)

export const openSnapshotStore = (): SnapshotStore => {
  const database = new Dexie(DATABASE)
  database.version(1).stores({ snapshots: '[owner+address+version], owner, version, fetchedAt', facts: 'name' })
  const snapshots: Table<Snapshot, [string, string, number]> = database.table('snapshots')
  const facts: Table<Fact, string> = database.table('facts')

  const owner = async () => {
    const fact = await facts.get('owner')
    return typeof fact?.value === 'string' ? fact.value : null
  }

  const put = (snapshot: Snapshot) =>
    database.transaction('rw', snapshots, facts, async () => {
      if ((await owner()) !== snapshot.owner) return false
      const there = await snapshots.get([snapshot.owner, snapshot.address, snapshot.version])
      if (there && there.fetchedAt >= snapshot.fetchedAt) return false
      await snapshots.put(snapshot)
      return true
    })

  const dropOldest = async () => {
    const oldest = await snapshots.orderBy('fetchedAt').limit(DROP_AT_ONCE).primaryKeys()
    await snapshots.bulkDelete(oldest)
  }

  return {
    owner,
    setOwner: (next, former = null) =>
      database.transaction('rw', snapshots, facts, async () => {
        const own = former === null ? [] : await snapshots.where('owner').equals(former).toArray()
        await snapshots.bulkPut(own.map((row) => ({ ...row, owner: next })))
        const foreign = await snapshots.where('owner').notEqual(next).delete()
        const old = await snapshots.where('version').notEqual(SNAPSHOT_VERSION).delete()
        // What is missing now is fetched by the next warm-up.
        if (foreign + old > 0 || (await owner()) !== next) await facts.delete('warmed-at')
        await facts.put({ name: 'owner', value: next })
      }),
    read: (address) =>
      database.transaction('r', snapshots, facts, async () => {
        const current = await owner()
        if (current === null) return null
        return (await snapshots.get([current, address, SNAPSHOT_VERSION])) ?? null
      }),
    drop: async (address) => {
      const current = await owner()
      if (current !== null) await snapshots.delete([current, address, SNAPSHOT_VERSION])
    },
    putIfNewer: async (snapshot) => {
      try {
        return await put(snapshot)
      } catch (error) {
        if (!isFull(error)) throw error
        await dropOldest()
        return await put(snapshot)
      }
    },
    warmedAt: async () => {
      const fact = await facts.get('warmed-at')
      return typeof fact?.value === 'number' ? fact.value : null
    },
    setWarmedAt: async (at) => {
      await facts.put({ name: 'warmed-at', value: at })
    },
    clear: () =>
      database.transaction('rw', snapshots, facts, async () => {
        await snapshots.clear()
        await facts.clear()
      }),
    close: () => database.close(),
  }
}
