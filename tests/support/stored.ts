import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export interface Stored {
  localStorage: Record<string, string>
  sessionStorage: Record<string, string>
  /** Every record of every database, by `database/store`. */
  databases: Record<string, unknown[]>
  /** The addresses kept by the worker. */
  cached: string[]
}

/** Everything that this origin has stored in the browser. */
export const storedBy = (page: Page): Promise<Stored> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
        setTimeout(() => reject(new Error('The browser does not tell what it has stored.')), 20_000)
      })
    const databases: Record<string, unknown[]> = {}
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        databases[`${name}/${store}`] = await settled(database.transaction(store).objectStore(store).getAll())
      }
      database.close()
    }
    const cached: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) cached.push(url)
    }
    return { localStorage: { ...localStorage }, sessionStorage: { ...sessionStorage }, databases, cached }
  })

/** What can tell about members and their league; the built files that the worker keeps do not. */
export const textIn = ({ localStorage, sessionStorage, databases }: Stored): string =>
  JSON.stringify([localStorage, sessionStorage, databases])

/** Whether the worker has fetched what every screen needs without a connection; to be run in the page. */
export const WARMED_UP = `(async () => {
  // Opened before the worker has made it, it would stay empty.
  const isThere = (await indexedDB.databases()).some(({ name }) => name === 'pool-cache')
  if (!isThere) return false
  const settled = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await settled(indexedDB.open('pool-cache'))
  try {
    return (await settled(database.transaction('facts').objectStore('facts').get('warmed-at'))) !== undefined
  } finally {
    database.close()
  }
})()`

export const warmedUp = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate<boolean>(WARMED_UP), { timeout: 90_000 }).toBe(true)
