// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFlusher } from '#web/offline/outbox/flusher'
import { type OutboxStore, openOutboxStore } from '#web/offline/outbox/outbox-store'
import { type CartChange, EXPIRES_AFTER_MS, LEASE_MS, newRow } from '#web/offline/outbox/row'
import { createServerAccess } from '#web/sw/send-change'
import { type CartServer, cartServer, entryOf } from '../support/cart-server.ts'

const ada = { owner: '3/Ada', teamId: 3 }

let store: OutboxStore
let server: CartServer
let time: number
let keys: number

const playerSeen = (playerId: number) => {
  const { tradeAction, ...player } = entryOf(playerId)
  return player
}
const add = (playerId: number): CartChange => ({
  kind: 'add',
  player: playerSeen(playerId),
  action: 'BUY',
  wasOut: true,
})
const remove = (playerId: number): CartChange => ({ kind: 'remove', player: playerSeen(playerId), action: 'BUY' })
const empty: CartChange = { kind: 'empty' }

const tap = async (...changes: CartChange[]) => {
  for (const change of changes) {
    keys += 1
    await store.add(newRow(ada, change, `key-${keys}`, time))
  }
}

/** One sender; several share the store. */
const sender = (by = 'a', changes: Partial<Parameters<typeof createFlusher>[0]> = {}) =>
  createFlusher({
    access: { use: (work) => work(store), probe: async () => undefined },
    by,
    now: () => time,
    chance: () => 0.5,
    exclusively: (work) => work(),
    ...createServerAccess(server.fetch, () => time),
    refreshCart: async () => true,
    changed: () => undefined,
    ...changes,
  })

const rows = () => store.list(ada.owner)
const states = async () => (await rows()).map(({ state }) => state)

beforeEach(async () => {
  store = openOutboxStore()
  await store.clear(ada.owner)
  server = cartServer()
  time = Date.UTC(2026, 10, 21)
  keys = 0
})
afterEach(() => store.close())

describe('a change that can be sent', () => {
  test('is sent with its key, once, and leaves nothing behind', async () => {
    await tap(add(8))
    expect(await sender().flush(true)).toBeNull()
    expect(server.entries()).toEqual(['BUY 8'])
    expect(server.asked).toEqual([{ text: 'POST 3/shopping-cart/players/8?action=buy', key: 'key-1' }])
    expect(await rows()).toEqual([])
  })

  test('goes in the order of the taps', async () => {
    server.setEntries(1)
    await tap(add(8), remove(1), add(9))
    await sender().flush(true)
    expect(server.carriedOut).toEqual(['add 8 BUY', 'remove 1', 'add 9 BUY'])
  })
})

describe('with nothing to send', () => {
  test('neither the lock nor the session is asked for', async () => {
    const exclusively = vi.fn((work: () => Promise<void>) => work())
    const session = vi.fn(async () => null)
    expect(await sender('a', { exclusively, session }).flush(true)).toBeNull()
    expect(exclusively).not.toHaveBeenCalled()
    await tap(add(8))
    // Another sender sends it while this one waits for the lock.
    const emptied = sender('a', {
      exclusively: async (work) => {
        await store.clear(ada.owner)
        await work()
      },
      session,
    })
    expect(await emptied.flush(true)).toBeNull()
    expect(session).not.toHaveBeenCalled()
    expect(await store.tidy(time)).toBe(false)
  })

  test('the cart is not fetched again', async () => {
    server.faults = ['lost before']
    await tap(add(8))
    const refreshCart = vi.fn(async () => true)
    await sender('a', { refreshCart }).flush(true)
    expect(refreshCart).not.toHaveBeenCalled()
    time += 1_500
    await sender('a', { refreshCart }).flush(true)
    expect(refreshCart).toHaveBeenCalledTimes(1)
  })

  test('because the storage has gone, the sender stops without an error', async () => {
    await tap(add(8))
    let isGone = false
    const flusher = sender('a', {
      access: { use: async (work) => (isGone ? null : await work(store)), probe: async () => undefined },
      exclusively: async (work) => {
        isGone = true
        await work()
      },
    })
    expect(await flusher.flush(true)).toBeNull()
  })
})

describe('a flush during another', () => {
  test('sends what was tapped after the first had looked', async () => {
    await tap(add(8))
    let later: Promise<unknown> | undefined
    const flusher = sender('a', {
      refreshCart: async () => {
        if (!later) {
          await tap(add(9))
          later = flusher.flush(false)
        }
        return true
      },
    })
    await flusher.flush(true)
    await later
    expect(server.entries()).toEqual(['BUY 8', 'BUY 9'])
  })

  test.each([
    ['keeps to the pauses', false, 1],
    ['cuts the pauses short for a tap', true, 2],
  ])('%s', async (_, eager, times) => {
    server.faults = ['lost before']
    await tap(add(8))
    let later: Promise<unknown> | undefined
    const flusher = sender('a', {
      changed: () => {
        later ??= flusher.flush(eager)
      },
    })
    await flusher.flush(false)
    await later
    expect(server.asked).toHaveLength(times)
  })
})

describe('what cancels out', () => {
  test('is never sent', async () => {
    await tap(add(8), remove(8), add(9))
    await sender().flush(true)
    expect(server.asked.map(({ text }) => text)).toEqual(['POST 3/shopping-cart/players/9?action=buy'])
  })

  test('a row in flight is left alone, and what comes after it is sent', async () => {
    await tap(add(8))
    expect(await store.take(ada, { by: 'other', now: time, eager: true })).toMatchObject({ kind: 'row' })
    await tap(remove(8))
    await store.tidy(time)
    expect(await states()).toEqual(['sending', 'queued'])
  })
})

describe('when no answer comes', () => {
  test.each(['lost after', '500 after'] as const)(
    '%s: the cart is asked before anything is sent again',
    async (fault) => {
      server.knowsKeys = false
      server.faults = [fault]
      await tap(add(8))
      const until = await sender().flush(true)
      expect(await states()).toEqual(['queued'])
      expect(until).toBe(time + 1_500)
      time += 1_500
      await sender().flush(false)
      expect(server.carriedOut).toEqual(['add 8 BUY'])
      expect(await rows()).toEqual([])
    },
  )

  test.each(['lost before', 408, 500, 502] as const)('%s: it is sent again, with the same key', async (fault) => {
    server.faults = [fault]
    await tap(add(8))
    await sender().flush(true)
    time += 2_000
    await sender().flush(false)
    expect(server.asked.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
    expect(server.carriedOut).toEqual(['add 8 BUY'])
  })

  test('a pause is kept, unless somebody taps or the connection is back', async () => {
    server.faults = ['lost before']
    await tap(add(8))
    await sender().flush(true)
    await sender().flush(false)
    expect(server.asked).toHaveLength(1)
    await sender().flush(true)
    expect(server.entries()).toEqual(['BUY 8'])
  })

  test('the pauses grow, with chance in them, up to a minute', async () => {
    server.faults = Array.from({ length: 9 }, () => 'lost before' as const)
    await tap(add(8))
    const pauses: number[] = []
    for (let tried = 0; tried < 9; tried += 1) {
      const until = (await sender().flush(false)) ?? 0
      pauses.push(until - time)
      time = until
    }
    expect(pauses).toEqual([1_500, 2_500, 4_500, 8_500, 16_500, 30_500, 30_500, 30_500, 30_500])
  })

  test.each([
    ['in seconds', '120', 120_000],
    ['as a date', new Date(Date.UTC(2026, 10, 21) + 300_000).toUTCString(), 300_000],
  ])('a server that says when to come back (%s) is obeyed, even if somebody taps', async (_, retryAfter, ms) => {
    server.faults = [429]
    server.retryAfter = retryAfter
    await tap(add(8))
    expect(await sender().flush(true)).toBe(time + ms)
    time += ms - 1
    await sender().flush(true)
    expect(server.asked).toHaveLength(1)
    time += 1
    await sender().flush(false)
    expect(server.entries()).toEqual(['BUY 8'])
  })

  test('nothing is touched where not even the question who we are is answered', async () => {
    server.isReachable = false
    await tap(add(8))
    expect(await sender().flush(true)).toBe(time + LEASE_MS)
    expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: 0, lost: false })
  })
})

describe('a refusal', () => {
  beforeEach(() => server.refused.set(8, { code: 'PLAYER_NOT_AVAILABLE', message: 'This player is not a free agent.' }))

  test('stays with its sentence, and the lane goes on', async () => {
    await tap(add(8), add(9))
    await sender().flush(true)
    expect(await rows()).toMatchObject([
      { state: 'refused', refusal: { code: 'PLAYER_NOT_AVAILABLE', sentence: 'This player is not a free agent.' } },
    ])
    expect(server.entries()).toEqual(['BUY 9'])
  })

  test('without the cart to check it against may be wrong: it is looked up before it is sent again', async () => {
    await tap(add(8))
    await sender('a', { readCart: async () => null }).flush(true)
    expect(await rows()).toMatchObject([{ state: 'queued', lost: true, refusal: null }])
  })

  test('tried again is a new wish with a new key, at the end of the lane', async () => {
    await tap(add(8), add(9))
    await sender().flush(true)
    server.refused.clear()
    const [refused] = await rows()
    await store.retry('key-1', (old) => newRow(old, old.change, 'key-new', time))
    expect(await rows()).toMatchObject([{ id: 'key-new', state: 'queued', refusal: null }])
    expect(refused?.id).toBe('key-1')
    await sender().flush(true)
    expect(server.entries()).toEqual(['BUY 9', 'BUY 8'])
  })

  test('gives way to the next wish about the same player, and to an empty', async () => {
    await tap(add(8))
    await sender().flush(true)
    await tap(remove(8))
    expect((await rows()).map(({ change }) => change.kind)).toEqual(['remove'])
    await sender().flush(true)
    await tap(add(8))
    await sender().flush(true)
    await tap(empty)
    expect((await rows()).map(({ change }) => change.kind)).toEqual(['empty'])
  })

  test('of what is so already is none: adding what is there, removing what is not, emptying what is empty', async () => {
    server.isStrict = true
    server.setEntries(5)
    await tap(add(5), remove(7))
    await sender().flush(true)
    expect(await rows()).toEqual([])
    expect(server.entries()).toEqual(['BUY 5'])
    server.setEntries()
    await tap(empty)
    await sender().flush(true)
    expect(await rows()).toEqual([])
  })

  test('can be discarded; what is under way cannot', async () => {
    await tap(add(8))
    await sender().flush(true)
    await store.discard('key-1')
    expect(await rows()).toEqual([])
    await tap(add(9))
    await store.take(ada, { by: 'other', now: time, eager: true })
    await store.discard('key-2')
    expect(await states()).toEqual(['sending'])
  })
})

describe('whose rows are sent', () => {
  test('without a session they wait for a login, and go on with it', async () => {
    server.user = null
    await tap(add(8), add(9))
    expect(await sender().flush(true)).toBeNull()
    expect(await states()).toEqual(['login', 'login'])
    server.user = { name: 'Ada', teamId: 3 }
    await sender().flush(true)
    expect(server.entries()).toEqual(['BUY 8', 'BUY 9'])
  })

  test('what was stored before the server announced ids is sent by the worker, too, and stays its owner’s', async () => {
    await tap(add(8))
    server.user = { id: 'two', name: 'Bo', teamId: 3 }
    await sender().flush(true)
    expect(server.asked).toEqual([])
    server.user = { id: 'one', name: 'Ada', teamId: 3 }
    server.faults = ['lost before']
    await sender().flush(true)
    expect(await rows()).toEqual([])
    expect(await store.list('#one')).toMatchObject([{ owner: '#one', state: 'queued' }])
    server.user = { id: 'one', name: 'Ada Lind', teamId: 3 }
    await sender().flush(true)
    expect(server.entries()).toEqual(['BUY 8'])
    expect(await store.list('#one')).toEqual([])
  })

  test.each([
    [403, '{}'],
    [404, ''],
  ])('nor by a %i, which says that nobody is logged in', async (status, body) => {
    await tap(add(8))
    const { session } = createServerAccess(
      async () => new Response(body, { status }),
      () => time,
    )
    expect(await session()).toBeNull()
  })

  test.each([500, 429])('a %i says nothing about the session', async (status) => {
    const { session } = createServerAccess(
      async () => new Response('{}', { status }),
      () => time,
    )
    expect(await session()).toBeUndefined()
  })

  test("what is not of the call is no answer: a public network's login loses no change", async () => {
    const foreign = createServerAccess(
      async () => new Response('{"error":"Please accept the terms."}'),
      () => time,
    )
    expect(await foreign.session()).toBeUndefined()
    expect(await foreign.readCart(3)).toBeNull()
    await tap(remove(8))
    const [row] = await rows()
    if (!row) throw new Error('Nothing was queued.')
    expect(await foreign.send(row)).toEqual({ kind: 'again', lost: true, afterMs: null })
  })

  test('a session that ends between two rows', async () => {
    server.faults = [null, 401]
    await tap(add(8), add(9), add(10))
    await sender().flush(true)
    expect(await states()).toEqual(['login', 'login'])
    await sender().flush(true)
    expect(server.carriedOut).toEqual(['add 8 BUY', 'add 9 BUY', 'add 10 BUY'])
  })

  test("another member's are neither sent nor shown, and wait for him", async () => {
    await tap(add(8))
    server.user = { name: 'Bo', teamId: 4 }
    await sender().flush(true)
    expect(server.asked).toEqual([])
    expect(await store.list('4/Bo')).toEqual([])
    expect(await states()).toEqual(['queued'])
  })

  test('even a team mate does not send them in his name', async () => {
    await tap(add(8))
    server.user = { name: 'Bo', teamId: 3 }
    await sender().flush(true)
    expect(server.asked).toEqual([])
  })

  test('what nobody would send any more leaves the device when somebody else comes', async () => {
    await tap(add(8))
    await store.dropExpiredOfOthers('4/Bo', time + EXPIRES_AFTER_MS - 1)
    expect(await rows()).toHaveLength(1)
    await store.dropExpiredOfOthers('4/Bo', time + EXPIRES_AFTER_MS)
    expect(await rows()).toEqual([])
  })
})

describe('leases', () => {
  const taken = () => store.take(ada, { by: 'dead', now: time, eager: true })

  test('what another sender has is not taken, nor what comes after it', async () => {
    await tap(add(8), add(9))
    await taken()
    expect(await sender().flush(true)).toBe(time + LEASE_MS)
    expect(server.asked).toEqual([])
  })

  test('a sender that died after the server acted: the cart tells, and nothing is sent twice', async () => {
    server.knowsKeys = false
    await tap(add(8), remove(8))
    // Both in one tap would cancel out.
    const row = await taken()
    if (row.kind !== 'row') throw new Error('There is a row to take.')
    await createServerAccess(server.fetch, () => time).send(row.row)
    time += LEASE_MS
    await sender().flush(false)
    expect(server.carriedOut).toEqual(['add 8 BUY', 'remove 8'])
    expect(server.entries()).toEqual([])
  })

  test('a sender that comes back late does not overrule who took over', async () => {
    await tap(add(8))
    const late = await taken()
    if (late.kind !== 'row') throw new Error('There is a row to take.')
    time += LEASE_MS
    await sender().flush(false)
    expect(await store.recordOutcome({ ...late.row, state: 'queued' }, 'dead')).toBe(false)
    expect(await rows()).toEqual([])
  })

  test('a tab that was frozen between taking a row and sending it does not send it', async () => {
    await tap(add(8))
    const frozen = createFlusher({
      access: {
        use: async (work) => {
          const result = await work(store)
          if ((await states()).includes('sending')) time += LEASE_MS
          return result
        },
        probe: async () => undefined,
      },
      by: 'frozen',
      now: () => time,
      chance: () => 0,
      exclusively: (work) => work(),
      ...createServerAccess(server.fetch, () => time),
      refreshCart: async () => true,
      changed: () => undefined,
    })
    await frozen.flush(true)
    expect(server.asked).toEqual([])
  })

  test('a clock that was set back does not hold a row for ever', async () => {
    await tap(add(8))
    await taken()
    time -= 24 * 3_600_000
    await sender().flush(true)
    expect(server.entries()).toEqual(['BUY 8'])
  })

  test('two senders at once send each row once', async () => {
    server.knowsKeys = false
    server.faults = ['late', 'late', 'late']
    await tap(add(8), add(9), add(10))
    await Promise.all([sender('a').flush(true), sender('b').flush(true), sender('c').flush(true)])
    expect(server.asked).toHaveLength(3)
    expect(server.entries()).toEqual(['BUY 8', 'BUY 9', 'BUY 10'])
  })
})

describe('after 48 hours', () => {
  test('a row expires, visibly, also without a connection', async () => {
    server.isReachable = false
    await tap(add(8))
    time += EXPIRES_AFTER_MS
    await sender().flush(true)
    expect(await states()).toEqual(['expired'])
  })

  test('one that may have been done is looked up first', async () => {
    server.faults = ['lost after']
    await tap(add(8))
    await sender().flush(true)
    time += EXPIRES_AFTER_MS
    await sender().flush(true)
    expect(await rows()).toEqual([])

    server.faults = ['lost before']
    await tap(add(9))
    await sender().flush(true)
    time += EXPIRES_AFTER_MS
    await sender().flush(true)
    expect(await states()).toEqual(['expired'])
    expect(server.entries()).toEqual(['BUY 8'])
  })
})

describe('what the server has accepted', () => {
  test('stays until the cart was fetched again', async () => {
    await tap(add(8))
    let comes = false
    const flusher = () =>
      createFlusher({
        access: { use: (work) => work(store), probe: async () => undefined },
        by: 'a',
        now: () => time,
        chance: () => 0,
        exclusively: (work) => work(),
        ...createServerAccess(server.fetch, () => time),
        refreshCart: async () => comes,
        changed: () => undefined,
      })
    await flusher().flush(true)
    expect(await states()).toEqual(['done'])
    comes = true
    await flusher().flush(true)
    expect(await rows()).toEqual([])
    expect(server.asked).toHaveLength(1)
  })
})
