// @vitest-environment node
import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test, vi } from 'vitest'
import { getCart, type ShoppingCart } from '#contract/trading'
import type { Dice } from '#rules/pick-sequence'
import { optimisticCart } from '#web/data/cart-view'
import { request } from '#web/net/request'
import { createFlusher, SENDER_WAIT_MS } from '#web/outbox/flusher'
import { type OutboxStore, openOutboxStore } from '#web/outbox/outbox-store'
import { type CartChange, newRow } from '#web/outbox/row'
import { cartServer, entryOf, type Fault } from '../support/cart-server.ts'
import { skipQuietPauses } from '../support/quiet-pauses.ts'
import { forSeedsInTurn, oneOf, SLOW } from '../support/random.ts'

const STEPS = 40
const OWNER = '3/Ada'
const PLAYERS = [1, 2, 3, 4, 5]
/** Bought by another team meanwhile. */
const TAKEN = 5
// None that acts after its sender was given up: where a server ignores the keys, no client can help that.
const faults: readonly Fault[] = ['lost before', 'lost after', 'lost after', 401, 408, 429, 500, '500 after', 502]
const never = new Promise<never>(() => undefined)
/** Whose code makes a request. One for all seeds: Node goes through every one that exists at each promise. */
const running = new AsyncLocalStorage<{ goOn<T>(step: Promise<T>): Promise<T> }>()
/** Lets what is under way come a bit further. */
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** The device: two tabs and the worker, any of which may freeze or die at any moment, with one store and one lock. */
const createDevice = (store: OutboxStore, server: ReturnType<typeof cartServer>) => {
  const device = { time: Date.UTC(2026, 10, 21), shown: undefined as ShoppingCart | undefined }
  let holder: Life | null = null

  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    const answered = server.fetch(address, init)
    return running.getStore()?.goOn(answered) ?? answered
  })

  class Life {
    dead = false
    private thaw: (() => void) | null = null
    private frozen: Promise<void> | null = null
    get isFrozen() {
      return this.frozen !== null
    }
    freeze() {
      this.frozen ??= new Promise((resolve) => {
        this.thaw = resolve
      })
    }
    wake() {
      this.thaw?.()
      this.frozen = null
    }
    /** Code of a dead page does not go on; that of a frozen one, later. */
    async goOn<T>(step: Promise<T>): Promise<T> {
      const result = await step.then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
      while (this.frozen) await this.frozen
      if (this.dead) await never
      if ('error' in result) throw result.error
      return result.value
    }
  }

  const start = () => {
    const life = new Life()
    const flusher = createFlusher({
      access: { use: (work) => life.goOn(work(store)), probe: async () => undefined },
      now: () => device.time,
      chance: () => 0.5,
      exclusively: async (work) => {
        // A frozen tab keeps its lock; the others wait for as long as a lease, and go on without.
        while (holder && !holder.dead && !holder.isFrozen) await life.goOn(turns(1))
        holder = life
        await work(() => holder === life)
        if (holder === life) holder = null
      },
      identified: async () => undefined,
      refreshCart: async (teamId) => {
        const cart = await request(getCart, { params: { teamId } }).catch(() => null)
        if (cart) device.shown = cart
        return cart !== null
      },
      changed: () => undefined,
    })
    return { life, flush: (eager: boolean) => running.run(life, () => flusher.flush(eager)) }
  }
  return Object.assign(device, { start })
}

const changeOf = (dice: Dice, shown: ReturnType<typeof optimisticCart>, isKnown: boolean): CartChange => {
  if (dice(8) === 0) return { kind: 'empty' }
  const { tradeAction, ...player } = entryOf(oneOf(PLAYERS, dice), dice(5) === 0 ? 'SELL' : 'BUY')
  const isThere = shown.entries.some((entry) => entry.isInCart && entry.playerId === player.playerId)
  if (dice(3) === 0) return { kind: 'remove', player, action: tradeAction }
  return { kind: 'add', player, action: tradeAction, wasOut: isKnown && !isThere }
}

/** What the member wants, tap by tap. */
const applied = (cart: readonly string[], change: CartChange): readonly string[] => {
  if (change.kind === 'empty') return []
  const { playerId } = change.player
  const others = cart.filter((entry) => !entry.endsWith(` ${playerId}`))
  if (change.kind === 'remove') return others
  const entry = `${change.action} ${playerId}`
  return cart.includes(entry) ? cart : [...others, entry]
}

/** Turns of the event loop between two steps, fewer than that: what the store does takes several. */
const PAUSE_TURNS = 60

const play = async (store: OutboxStore, dice: Dice): Promise<void> => {
  await store.clear(OWNER)
  const server = cartServer()
  server.knowsKeys = dice(2) === 0
  server.isStrict = dice(3) === 0
  server.refused.set(TAKEN, { code: 'PLAYER_NOT_AVAILABLE', message: 'This player is not a free agent.' })
  const initial = PLAYERS.filter((player) => player !== TAKEN && dice(3) === 0)
  server.setEntries(...initial)
  const device = createDevice(store, server)
  const senders = [device.start(), device.start(), device.start()]
  let wanted: readonly string[] = server.entries()
  let taps = 0

  const tap = async () => {
    const change = changeOf(dice, optimisticCart(device.shown, await store.list(OWNER)), device.shown !== undefined)
    taps += 1
    await store.add(newRow({ owner: OWNER, teamId: 3 }, change, `key ${taps}`, device.time))
    const isRefused = change.kind === 'add' && change.player.playerId === TAKEN
    if (!isRefused) wanted = applied(wanted, change)
  }
  const flush = () => {
    const sender = oneOf(senders, dice)
    if (!sender.life.dead) void sender.flush(dice(2) === 0)
  }
  const steps: readonly (() => void | Promise<void>)[] = [
    tap,
    tap,
    tap,
    flush,
    flush,
    flush,
    () => {
      server.faults.push(oneOf(faults, dice))
    },
    () => {
      server.isReachable = dice(5) !== 0
    },
    () => {
      server.user = dice(5) === 0 ? null : { name: 'Ada', teamId: 3 }
    },
    () => {
      device.time += [500, 2_000, 16_000, 70_000][dice(4)] ?? 0
    },
    () => {
      const at = dice(senders.length)
      const sender = senders[at]
      if (sender) sender.life.dead = true
      senders[at] = device.start()
    },
    () => oneOf(senders, dice).life.freeze(),
    () => oneOf(senders, dice).life.wake(),
  ]
  for (let step = 0; step < STEPS; step += 1) {
    await oneOf(steps, dice)()
    await turns(dice(PAUSE_TURNS))
  }

  // The signal is back, and everybody wakes up.
  server.isReachable = true
  server.faults = []
  server.user = { name: 'Ada', teamId: 3 }
  for (const { life } of senders) life.wake()
  device.time += SENDER_WAIT_MS
  await Promise.all(senders.map(({ flush }) => flush(true)))
  device.time += SENDER_WAIT_MS
  await senders[0]?.flush(true)

  const left = (await store.list(OWNER)).map(({ state }) => state)
  expect(left.filter((state) => state !== 'refused')).toEqual([])
  expect(server.entries()).toEqual(wanted)
  // A server without keys repeats a change whose answer was lost: the same change again changes nothing.
  if (server.knowsKeys)
    expect(new Set(server.carriedOutKeys).size, 'no change was carried out twice').toBe(server.carriedOutKeys.length)
}

test('whatever happens on the way, the cart is what the member wanted, and nothing was done twice', SLOW, async () => {
  const store = openOutboxStore()
  skipQuietPauses()
  await forSeedsInTurn((dice) => play(store, dice))
  store.close()
  vi.unstubAllGlobals()
})
