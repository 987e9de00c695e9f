import { currentOwner, setCurrentOwner } from './owner.ts'
import { reportStorageTrouble } from './readiness.ts'
import { createStoreAccess, MAX_FAILURES } from './store-access.ts'

/** The stored answer of an address, and when it was fetched (ms). */
interface StoredAnswer {
  readonly data: unknown
  readonly fetchedAt: number
}

/** The database library is loaded when it is first needed, after the first frame. */
const load = () => import('./snapshot-store.ts')

const access = createStoreAccess({
  load,
  open: async () => (await load()).openSnapshotStore(),
  recreate: async () => (await load()).recreateSnapshots(),
  report: reportStorageTrouble,
})

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Null when there is none, when it belongs to another user or version, or when there is no storage. */
export const readSnapshot = async (address: string): Promise<StoredAnswer | null> => {
  const row = await access.use((store) => store.read(address))
  if (!row) return null
  if (currentOwner() === null) setCurrentOwner(row.owner)
  if (row.owner !== currentOwner()) return null
  const data = parse(row.body)
  if (data !== undefined) return { data, fetchedAt: row.fetchedAt }
  await dropSnapshot(address)
  return null
}

/** Drops a row that does not fit its schema: never shown, never fatal. */
export const dropSnapshot = async (address: string): Promise<void> => {
  await access.use((store) => store.drop(address))
}

/** Removes every row of every user. */
export const clearSnapshots = async (): Promise<void> => {
  await access.use((store) => store.clear())
}

/** Whether the worker that stores answers controls this page; on a first visit there is nothing to look up. */
export const hasCachingWorker = (): boolean =>
  'serviceWorker' in navigator && navigator.serviceWorker.controller !== null

/** Opens the storage: a browser which refuses it is noticed while still online. */
export const checkSnapshots = async (): Promise<void> => {
  for (let tries = 0; tries < MAX_FAILURES; tries += 1) {
    const works = await access.use(async (store) => {
      await store.owner()
      return true
    })
    if (works) return
  }
}

/** After the app was hidden: an open database connection may be gone. */
export const probeSnapshots = (): Promise<void> => access.probe((store) => store.owner())
