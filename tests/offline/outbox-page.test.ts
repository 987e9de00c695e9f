import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cart } from '#web/data/league'
import { outboxOf } from '#web/data/outbox'
import { reportAnswer, reportNoAnswer } from '#web/net/connection'
import { setCurrentOwner } from '#web/offline/owner'
import { countPendingChanges, getOutboxRows, isOutboxSending } from '#web/outbox/outbox-rows'
import { openOutboxStore } from '#web/outbox/outbox-store'
import type { PageOutbox } from '#web/outbox/page-outbox'
import { type CartChange, newRow } from '#web/outbox/row'
import { type CartServer, cartServer, entryOf } from '../support/cart-server.ts'
import { deferred } from '../support/deferred.ts'

const OWNER = '3/Ada'

let server: CartServer
let client: QueryClient
let outbox: PageOutbox

const add = (playerId: number): CartChange => {
  const { tradeAction, ...player } = entryOf(playerId)
  return { kind: 'add', player, action: tradeAction, wasOut: true }
}
const states = () => getOutboxRows().map(({ state }) => state)

/** Another start of the app on the same device. */
const launch = () => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  outbox = outboxOf(client)
}

beforeEach(async () => {
  const store = openOutboxStore()
  await store.clear(OWNER)
  store.close()
  server = cartServer()
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => server.fetch(address, init))
  setCurrentOwner(OWNER)
  reportAnswer()
  launch()
})
afterEach(async () => {
  await outbox.clear(OWNER)
  client.clear()
})

describe('a tap', () => {
  test('is on screen at once, said to be queued when it is written down, and gone when the server has it', async () => {
    const seen: string[][] = []
    const tapped = outbox.enqueue(3, add(8))
    expect(states()).toEqual(['saving'])
    expect(countPendingChanges()).toBe(1)
    expect(isOutboxSending()).toBe(true)
    expect(await tapped).toEqual({ ok: true })
    seen.push(states())
    expect(seen).toEqual([['queued']])
    await expect.poll(() => states()).toEqual([])
    expect(server.entries()).toEqual(['BUY 8'])
    // The server's cart was fetched before the row left the screen.
    expect(client.getQueryData(cart(3).queryKey)?.cartEntries).toMatchObject([{ playerId: 8 }])
  })

  test('is shown as on its way, once, until the server has it', async () => {
    // Without a channel no other page can show it.
    vi.stubGlobal('BroadcastChannel', undefined)
    launch()
    const answered = deferred()
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
      if (init?.method === 'POST') await answered.promise
      return server.fetch(address, init)
    })
    await outbox.enqueue(3, add(8))
    await expect.poll(() => states()).toEqual(['sending'])
    await outbox.show()
    expect(states()).toEqual(['sending'])
    answered.resolve()
    await expect.poll(() => states()).toEqual([])
  })

  test('without an answer is sent again by itself', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    server.faults = ['lost before']
    await outbox.enqueue(3, add(8))
    // The first pause is one second.
    await expect.poll(() => server.entries()).toEqual(['BUY 8'])
    expect(server.asked).toHaveLength(2)
    await expect.poll(() => states()).toEqual([])
  })

  test('that cannot be written down is sent once, now; its outcome is told at once', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await outbox.enqueue(3, add(8))).toEqual({ ok: true })
    expect(server.entries()).toEqual(['BUY 8'])
    expect(states()).toEqual([])

    server.isReachable = false
    expect(await outbox.enqueue(3, add(9))).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('could not be saved on this device'),
    })
    expect(states()).toEqual([])

    server.isReachable = true
    server.refused.set(9, { code: 'PLAYER_BUY_BACK', message: 'Not again.' })
    expect(await outbox.enqueue(3, add(9))).toEqual({ ok: false, sentence: 'Not again.' })
  })

  test('that cannot be written down does not overtake another, but does a refused one', async () => {
    server.isReachable = false
    await outbox.enqueue(3, add(8))
    await outbox.flush()
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    server.isReachable = true
    expect(await outbox.enqueue(3, add(9))).toMatchObject({ ok: false })
    expect(server.asked.map(({ text }) => text)).not.toContain('POST 3/shopping-cart/players/9?action=buy')

    server.refused.set(8, { code: 'PLAYER_BUY_BACK', message: 'Not again.' })
    await outbox.flush()
    expect(states()).toEqual(['refused'])
    expect(await outbox.enqueue(3, add(9))).toEqual({ ok: true })
    expect(server.entries()).toEqual(['BUY 9'])
  })

  test('that has cancelled out before it is read again does not stay on screen', async () => {
    const { add: write } = IDBObjectStore.prototype
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, row, key) {
      const request = write.call(this, row, key)
      request.addEventListener('success', () => this.delete(request.result))
      return request
    })
    expect(await outbox.enqueue(3, add(8))).toEqual({ ok: true })
    expect(states()).toEqual([])
    expect(server.entries()).toEqual([])
  })

  test('of no one is refused', async () => {
    setCurrentOwner(null)
    expect(await outbox.enqueue(3, add(8))).toMatchObject({ ok: false })
    setCurrentOwner(OWNER)
    await outbox.show()
    expect(states()).toEqual([])
  })
})

describe('whose rows are on screen', () => {
  test('a session of somebody else sends nothing, and the screen asks who it is', async () => {
    server.user = { name: 'Bo', teamId: 4 }
    const asked = vi.spyOn(client, 'invalidateQueries')
    await outbox.enqueue(3, add(8))
    await outbox.flush()
    expect(server.asked).toEqual([])
    expect(asked).toHaveBeenCalledWith({ queryKey: ['user'] })
  })

  test("what was queued before the server announced ids is the member's under theirs, and no one else's", async () => {
    server.isReachable = false
    reportNoAnswer()
    await outbox.enqueue(3, add(8))
    const store = openOutboxStore()
    await store.add(newRow({ owner: '3/Bo', teamId: 3 }, add(9), 'of-bo', Date.now()))
    launch()
    setCurrentOwner('#one', OWNER)
    await outbox.flush()
    expect(getOutboxRows()).toMatchObject([{ owner: '#one', state: 'queued' }])

    server.isReachable = true
    reportAnswer()
    server.user = { id: 'one', name: 'Ada', teamId: 3 }
    await outbox.flush()
    expect(server.entries()).toEqual(['BUY 8'])
    expect(states()).toEqual([])
    expect(await store.list('3/Bo')).toHaveLength(1)
    await store.clear('3/Bo')
    store.close()
  })
})

describe('other tabs and the worker', () => {
  /** The store of another tab, with a purchase of each team that is on its way. */
  const sendingElsewhere = async (...teamIds: number[]) => {
    const store = openOutboxStore()
    for (const teamId of teamIds.length > 0 ? teamIds : [3]) {
      await store.add(newRow({ owner: OWNER, teamId }, add(8), `of-another-tab-${teamId}`, Date.now()))
      await store.take({ owner: OWNER, teamId }, { now: Date.now(), eager: true })
    }
    return store
  }

  test('what another tab queued and sent stays on screen, as done, until the cart with it was fetched', async () => {
    const elsewhere = new BroadcastChannel('pool-outbox')
    const store = openOutboxStore()
    const row = newRow({ owner: OWNER, teamId: 3 }, add(8), 'of-another-tab', Date.now())
    await store.add(row)
    elsewhere.postMessage('changed')
    await expect.poll(() => states()).toEqual(['queued'])
    await store.take({ owner: OWNER, teamId: 3 }, { now: Date.now(), eager: true })
    elsewhere.postMessage('changed')
    await expect.poll(() => states()).toEqual(['sending'])

    // It was sent there.
    server.setEntries(8)
    const onItsWay = deferred()
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
      await onItsWay.promise
      return server.fetch(address, init)
    })
    await store.clear(OWNER)
    elsewhere.postMessage('changed')
    await expect.poll(() => states()).toEqual(['done'])
    await outbox.show()
    expect(states()).toEqual(['done'])
    onItsWay.resolve()
    await expect.poll(() => states()).toEqual([])
    expect(client.getQueryData(cart(3).queryKey)?.cartEntries).toMatchObject([{ playerId: 8 }])
    store.close()
    elsewhere.close()
  })

  test('what another tab sent leaves the screen with the next flush, if the cart could not be fetched before', async () => {
    const store = await sendingElsewhere()
    await outbox.show()
    expect(states()).toEqual(['sending'])
    server.setEntries(8)
    server.isReachable = false
    await store.clear(OWNER)
    await outbox.flush()
    expect(states()).toEqual(['done'])
    server.isReachable = true
    await outbox.flush()
    expect(states()).toEqual([])
    store.close()
  })

  test("what another tab sent for two teams leaves the screen with each team's own cart", async () => {
    const store = await sendingElsewhere(3, 4)
    await outbox.show()
    expect(states()).toEqual(['sending', 'sending'])
    server.setEntries(8)
    // Of team 4 no cart comes.
    await store.clear(OWNER)
    await outbox.flush()
    expect(getOutboxRows()).toMatchObject([{ id: 'of-another-tab-4', state: 'done' }])
    store.close()
  })

  test('what another tab is sending is left to it, until that tab is gone', async () => {
    const ended = deferred()
    const request = async (_: string, __: LockOptions, work: () => Promise<void>) => {
      await ended.promise
      await work()
    }
    vi.stubGlobal('navigator', { locks: { request } })
    const store = await sendingElsewhere()
    await outbox.show()
    const flushed = outbox.flush()
    expect(states()).toEqual(['sending'])
    expect(server.asked).toEqual([])
    ended.resolve()
    await flushed
    expect(server.asked.map(({ key }) => key)).toEqual(['of-another-tab-3'])
    expect(states()).toEqual([])
    store.close()
  })

  test('what the server has is looked at every 15 seconds until its cart can be fetched', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
      const isCart = address.endsWith('/shopping-cart') && (init?.method ?? 'GET') === 'GET'
      return isCart ? Promise.reject(new TypeError('There is no network.')) : server.fetch(address, init)
    })
    await outbox.enqueue(3, add(8))
    await expect.poll(() => states()).toEqual(['done'])
    await expect.poll(() => timers.mock.calls.map(([, ms]) => ms)).toContain(15_000)
  })

  test('the worker is woken by the browser, where it can, which is asked once to keep the storage', async () => {
    const tags: string[] = []
    const persist = vi.fn(async () => true)
    const registration = { sync: { register: async (tag: string) => void tags.push(tag) } }
    vi.stubGlobal('navigator', {
      serviceWorker: { ready: Promise.resolve(registration) },
      storage: { persist },
      locks: undefined,
    })
    await outbox.enqueue(3, add(8))
    await expect.poll(() => tags).toEqual(['pool-outbox'])
    await expect.poll(() => states()).toEqual([])
    expect(persist).toHaveBeenCalledTimes(1)
    await outbox.enqueue(3, add(9))
    expect(persist).toHaveBeenCalledTimes(1)
    await expect.poll(() => states()).toEqual([])
  })
})
