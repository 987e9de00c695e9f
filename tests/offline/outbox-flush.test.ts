// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reportAnswer } from '#web/net/connection'
import { createFlusher, SENDER_WAIT_MS, sendRow } from '#web/outbox/flusher'
import { type OutboxStore, openOutboxStore } from '#web/outbox/outbox-store'
import { type CartChange, EXPIRES_AFTER_MS, newRow } from '#web/outbox/row'
import { type CartServer, cartServer, entryOf } from '../support/cart-server.ts'
import { skipQuietPauses } from '../support/quiet-pauses.ts'

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
const sender = (changes: Partial<Parameters<typeof createFlusher>[0]> = {}) =>
  createFlusher({
    access: { use: (work) => work(store), probe: async () => undefined },
    now: () => time,
    chance: () => 0.5,
    exclusively: (work) => work(() => true),
    identified: async () => undefined,
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
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => server.fetch(address, init))
  vi.setSystemTime(time)
  skipQuietPauses()
  reportAnswer()
})
afterEach(() => {
  store.close()
})

describe('with nothing to send', () => {
  test('neither the lock nor the session is asked for', async () => {
    const exclusively = vi.fn((work: (isAlone: () => boolean) => Promise<void>) => work(() => true))
    const identified = vi.fn(async () => undefined)
    expect(await sender({ exclusively, identified }).flush(true)).toBeNull()
    expect(exclusively).not.toHaveBeenCalled()
    await tap(add(8))
    // Another sender sends it while this one waits for the lock.
    const emptied = sender({
      exclusively: async (work) => {
        await store.clear(ada.owner)
        await work(() => true)
      },
      identified,
    })
    expect(await emptied.flush(true)).toBeNull()
    expect(identified).not.toHaveBeenCalled()
    expect(await store.tidy(time)).toBe(false)
  })

  test('the cart is not fetched again', async () => {
    server.faults = ['lost before']
    await tap(add(8))
    const refreshCart = vi.fn(async () => true)
    await sender({ refreshCart }).flush(true)
    expect(refreshCart).not.toHaveBeenCalled()
    time += 1_500
    await sender({ refreshCart }).flush(true)
    expect(refreshCart).toHaveBeenCalledTimes(1)
  })

  test('because the storage has gone, the sender stops without an error', async () => {
    await tap(add(8))
    let isGone = false
    const flusher = sender({
      access: { use: async (work) => (isGone ? null : await work(store)), probe: async () => undefined },
      exclusively: async (work) => {
        isGone = true
        await work(() => true)
      },
    })
    expect(await flusher.flush(true)).toBeNull()
  })
})

describe('a flush during another', () => {
  test('sends what was tapped after the first had looked', async () => {
    await tap(add(8))
    let later: Promise<unknown> | undefined
    const flusher = sender({
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
    const flusher = sender({
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
})

describe('when no answer comes', () => {
  test.each(['lost before', 'lost after', 500, '500 after'] as const)(
    '%s: it is sent again with the same key, and carried out once',
    async (fault) => {
      server.faults = [fault]
      await tap(add(8))
      expect(await sender().flush(true)).toBe(time + 1_500)
      expect(await states()).toEqual(['queued'])
      time += 1_500
      await sender().flush(false)
      expect(server.asked).toEqual(
        ['key-1', 'key-1'].map((key) => ({ text: 'POST 3/shopping-cart/players/8?action=buy', key })),
      )
      expect(server.carriedOut).toEqual(['add 8 BUY'])
      expect(await rows()).toEqual([])
    },
  )

  test.each(['lost after', '500 after'] as const)('%s: a server without keys repeats it', async (fault) => {
    server.knowsKeys = false
    server.faults = [fault]
    await tap(add(8), remove(8))
    // Both in one tap would cancel out.
    await store.take(ada, { now: time, eager: true })
    await sender().flush(true)
    time += 2_500
    await sender().flush(false)
    expect(server.carriedOut).toEqual(['add 8 BUY', 'add 8 BUY', 'remove 8'])
    expect(server.entries()).toEqual([])
    expect(await rows()).toEqual([])
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

  test.each([
    [0, Array.from({ length: 9 }, () => 1_000)],
    [0.5, [1_500, 2_500, 4_500, 8_500, 16_500, 30_500, 30_500, 30_500, 30_500]],
    [1, [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000]],
  ])('the pauses grow up to a minute, with chance in them: %d', async (chance, expected) => {
    server.faults = Array.from({ length: 9 }, () => 'lost before' as const)
    await tap(add(8))
    const pauses: number[] = []
    for (let tried = 0; tried < 9; tried += 1) {
      const until = (await sender({ chance: () => chance }).flush(false)) ?? 0
      pauses.push(until - time)
      time = until
    }
    expect(pauses).toEqual(expected)
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
    expect(await sender().flush(true)).toBe(time + SENDER_WAIT_MS)
    expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: 0 })
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

  test('tried again is a new wish with a new key, at the end of the lane', async () => {
    await tap(add(8), add(9))
    await sender().flush(true)
    server.refused.clear()
    const [refused] = await rows()
    await store.retry('key-1', (old) => newRow(old, old.change, 'key-new', time))
    const renewed = [{ id: 'key-new', state: 'queued', refusal: null }]
    expect(await rows()).toMatchObject(renewed)
    // A second tap finds neither the old row nor one that was given up.
    for (const id of ['key-1', 'key-new']) await store.retry(id, (old) => newRow(old, old.change, 'key-twice', time))
    expect(await rows()).toMatchObject(renewed)
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

  test('can be discarded; what is under way cannot', async () => {
    await tap(add(8))
    await sender().flush(true)
    await store.discard('key-1')
    expect(await rows()).toEqual([])
    await tap(add(9))
    await store.take(ada, { now: time, eager: true })
    await store.discard('key-2')
    expect(await states()).toEqual(['sending'])
  })
})

describe('whose rows are sent', () => {
  test('without a session they wait for a login, and go on with it', async () => {
    server.user = null
    await tap(add(8), add(9))
    const changed = vi.fn()
    expect(await sender({ changed }).flush(true)).toBeNull()
    expect(await states()).toEqual(['login', 'login'])
    expect(changed).toHaveBeenCalledTimes(1)
    await sender({ changed }).flush(true)
    expect(changed).toHaveBeenCalledTimes(1)
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

  const answering = (body: string, status: number) => vi.stubGlobal('fetch', async () => new Response(body, { status }))
  const identityOf = async () => {
    const identified = vi.fn(async (_: string | null) => undefined)
    await sender({ identified }).flush(true)
    return identified.mock.calls.map(([owner]) => owner)
  }

  test.each([
    [403, '{}', [null], 'login'],
    [404, '', [null], 'login'],
    [429, '{}', [], 'queued'],
    [500, '{}', [], 'queued'],
  ])('a %i with %j identifies %j: the row is %s', async (status, body, identified, state) => {
    await tap(add(8))
    answering(body, status)
    expect(await identityOf()).toEqual(identified)
    expect(await states()).toEqual([state])
  })

  test("what is not of the call is not an answer: a public network's login loses no change", async () => {
    await tap(remove(8))
    answering('{"error":"Please accept the terms."}', 200)
    expect(await identityOf()).toEqual([])
    const [row] = await rows()
    if (!row) throw new Error('Nothing was queued.')
    expect(await sendRow(row)).toEqual({ kind: 'again', afterMs: null })
  })

  test('a session that ends between two rows', async () => {
    server.faults = [null, 401]
    await tap(add(8), add(9), add(10))
    await sender().flush(true)
    expect(await states()).toEqual(['login', 'login'])
    await sender().flush(true)
    expect(server.carriedOut).toEqual(['add 8 BUY', 'add 9 BUY', 'add 10 BUY'])
  })

  test.each([
    ['another member', 4],
    ['a team mate', 3],
  ])("%s's session neither sends nor shows them: they wait for their own", async (_, teamId) => {
    await tap(add(8))
    server.user = { name: 'Bo', teamId }
    await sender().flush(true)
    expect(server.asked).toEqual([])
    expect(await store.list(`${teamId}/Bo`)).toEqual([])
    expect(await states()).toEqual(['queued'])
  })

  test('what would never be sent leaves the device when somebody else comes', async () => {
    await tap(add(8))
    await store.dropExpiredOfOthers('4/Bo', time + EXPIRES_AFTER_MS - 1)
    expect(await rows()).toHaveLength(1)
    await store.dropExpiredOfOthers('4/Bo', time + EXPIRES_AFTER_MS)
    expect(await rows()).toEqual([])
  })
})

describe('the one sender', () => {
  test('that died after the server acted: its key gets the answer, and nothing is done twice', async () => {
    await tap(add(8), remove(8))
    // Both in one tap would cancel out.
    const taken = await store.take(ada, { now: time, eager: true })
    if (taken.kind !== 'row') throw new Error('There is a row to take.')
    await sendRow(taken.row)
    await sender().flush(false)
    expect(server.carriedOut).toEqual(['add 8 BUY', 'remove 8'])
    expect(server.entries()).toEqual([])
  })

  test('that comes back late does not overrule who took over', async () => {
    await tap(add(8))
    const late = await store.take(ada, { now: time, eager: true })
    if (late.kind !== 'row') throw new Error('There is a row to take.')
    await sender({ refreshCart: async () => false }).flush(false)
    await store.recordOutcome({ ...late.row, state: 'queued' })
    expect(await states()).toEqual(['done'])
  })

  test('that was frozen while it sent a row leaves the outcome to who took over', async () => {
    await tap(add(8))
    let isAlone = true
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
      if (init?.method === 'POST') isAlone = false
      return server.fetch(address, init)
    })
    const frozen = sender({ exclusively: (work) => work(() => isAlone) })
    expect(await frozen.flush(true)).toBe(time + SENDER_WAIT_MS)
    expect(await states()).toEqual(['sending'])
  })

  test('that was frozen between taking a row and sending it does not send it', async () => {
    await tap(add(8))
    let isAlone = true
    const frozen = sender({
      access: {
        use: async (work) => {
          const result = await work(store)
          if ((await states()).includes('sending')) isAlone = false
          return result
        },
        probe: async () => undefined,
      },
      exclusively: (work) => work(() => isAlone),
    })
    expect(await frozen.flush(true)).toBe(time + SENDER_WAIT_MS)
    expect(server.asked).toEqual([])
  })

  test('of several, where the browser has no lock: the key makes a row that is sent twice one change', async () => {
    server.faults = ['late', 'late', 'late']
    await tap(add(8), add(9), add(10))
    await Promise.all([sender().flush(true), sender().flush(true), sender().flush(true)])
    expect(new Set(server.carriedOutKeys).size).toBe(3)
    expect(server.entries()).toEqual(['BUY 8', 'BUY 9', 'BUY 10'])
    expect(await rows()).toEqual([])
  })
})

describe('after 48 hours', () => {
  test.each([
    [
      'one that was never sent expires, also without a connection',
      0,
      () => {
        server.isReachable = false
      },
    ],
    ['one whose sender was ended expires', 0, () => store.take(ada, { now: time, eager: true })],
    [
      'one whose answer was lost expires, and is not sent again',
      1,
      () => {
        server.faults = ['lost after']
        return sender().flush(true)
      },
    ],
  ])('%s', async (_, times, before) => {
    await tap(add(8))
    await before()
    time += EXPIRES_AFTER_MS
    await sender().flush(true)
    expect(await states()).toEqual(['expired'])
    expect(server.asked).toHaveLength(times)
  })
})

describe('what the server has accepted', () => {
  test('stays until the cart was fetched again', async () => {
    await tap(add(8))
    let comes = false
    const flusher = () => sender({ refreshCart: async () => comes })
    await flusher().flush(true)
    expect(await states()).toEqual(['done'])
    comes = true
    await flusher().flush(true)
    expect(await rows()).toEqual([])
    expect(server.asked).toHaveLength(1)
  })
})

describe('what an answer means', () => {
  const row = { ...newRow(ada, { kind: 'empty' }, 'key', 0), seq: 1 }
  const refusal = { code: 'CONFLICT', sentence: 'No.' }
  const meanings = {
    done: { kind: 'done' },
    login: { kind: 'login' },
    refused: { kind: 'refused', refusal },
    again: { kind: 'again', afterMs: 7_000 },
  } as const
  const answering = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer)

  test.each<[number, keyof typeof meanings]>([
    [200, 'done'],
    [299, 'done'],
    [400, 'refused'],
    [401, 'login'],
    [403, 'refused'],
    [404, 'refused'],
    [408, 'again'],
    [409, 'refused'],
    [425, 'again'],
    [429, 'again'],
    [499, 'refused'],
    [500, 'again'],
    [503, 'again'],
  ])('%d: %s', async (status, meaning) => {
    const headers = { 'Retry-After': '7' }
    answering(async () => new Response('{"code":"CONFLICT","message":"No."}', { status, headers }))
    expect(await sendRow(row)).toEqual(meanings[meaning])
  })

  test('a redirect is the way to a login page', async () => {
    answering(async () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' }))
    expect(await sendRow(row)).toEqual({ kind: 'login' })
  })

  test.each([
    ['none', () => Promise.reject(new TypeError('Failed to fetch'))],
    ["a public network's sign-in page", async () => new Response('<!doctype html><p>Welcome')],
    ['a gateway without a server behind it', async () => new Response('', { status: 502 })],
  ])('%s: again', async (_, answer) => {
    answering(answer)
    expect(await sendRow(row)).toEqual({ kind: 'again', afterMs: null })
  })
})
