import { describe, expect } from 'vitest'
import { STARTUP_CACHE_KEY } from '#web/offline/startup-cache-format'
import { test } from '../support/app-test.ts'
import { logIn } from '../support/member.ts'
import { standingsTable, teamRows } from '../support/standings.ts'

/** How many there were; to be run in the page. */
const ruinSnapshots = async () => {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await settled(indexedDB.open('pool-cache'))
  const names = [...database.objectStoreNames]
  let count = 0
  for (const name of names) {
    const store = database.transaction(name, 'readwrite').objectStore(name)
    for (const key of await settled(store.getAllKeys())) {
      const record = await settled(store.get(key))
      const ruined = { ...record, body: '<html>', data: '<html>' }
      await settled(store.keyPath === null ? store.put(ruined, key) : store.put(ruined))
      count += 1
    }
  }
  database.close()
  return count
}

describe('when something is broken', () => {
  test.for([
    ['databases that are blocked', 'indexedDB'],
    ['a local storage that is blocked', 'localStorage'],
    ['a full local storage', 'setItem'],
  ] as const)('%s: an online app is left, which says so', async ([, missing], { tab: { page, context } }) => {
    await context.addInitScript((name) => {
      if (name === 'setItem') {
        Storage.prototype.setItem = () => {
          throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
        }
        return
      }
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }, missing)
    await logIn(page, 'member')
    await standingsTable(page).waitFor()
    const said = missing === 'setItem' ? /storage is full/i : /offline storage (is )?not available/i
    await page.getByText(said).first().waitFor()
    await page.reload()
    await standingsTable(page).waitFor()
  })

  test('a stored first frame that is ruined is dropped, and so are broken snapshots in the database', async ({
    phoneOf,
  }) => {
    const open = await phoneOf('member')
    const device = await open()
    await logIn(device.page, 'member')
    await standingsTable(device.page).waitFor()
    for (const [what, text] of [
      ['no JSON', '{"version":1,"answers":{"user"'],
      [
        'teams that are none',
        '{"version":1,"answers":{"user":{"data":{"name":"member","roles":[]},"at":1},"teams":{"data":[{"id":"<b>"}],"at":1}}}',
      ],
    ] as const) {
      await device.page.goto('/robots.txt')
      await device.page.evaluate(([key, value]) => localStorage.setItem(key, value), [STARTUP_CACHE_KEY, text] as const)
      expect(await device.page.evaluate(ruinSnapshots)).toBeGreaterThan(0)
      const page = await device.relaunch('/standings')
      await standingsTable(page).waitFor()
      // The ruin names a member who is not the session's: what it seeded goes when the server has said who is there.
      await expect.poll(() => teamRows(page).count(), { message: what }).toBe(12)
    }
  })
})
