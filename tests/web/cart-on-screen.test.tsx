import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RosterItem } from '#contract/roster'
import type { ShoppingCart } from '#contract/trading'
import { useCart } from '#web/data/cart'
import { useCartCount } from '#web/data/cart-view'
import { outboxOf } from '#web/data/outbox'
import { createQueryClient } from '#web/data/query-client'
import { isOnline, QUIET_RETRY_MS, reportAnswer, reportNoAnswer } from '#web/net/connection'
import { setCurrentOwner } from '#web/offline/owner'
import { openOutboxStore } from '#web/outbox/outbox-store'
import { cartServer, entryOf } from '../support/cart-server.ts'
import { midSeason } from './mid-season.ts'

const TEAM = 3
const OWNER = '3/Ada'
const LONG_AGO = '2020-01-01T00:00:00.000Z'

const held = (id: number, position: string, boughtAt = LONG_AGO, sold = false): RosterItem => ({
  player: { id, name: `Player ${id}`, position },
  rosterEntry: { boughtAt, sold, scratched: false, sellPrice: 10 },
})
const roster = [
  held(101, 'G'),
  held(102, 'G'),
  ...[103, 104, 105, 106, 107].map((id) => held(id, 'LD')),
  held(108, 'C'),
  held(109, 'C', new Date().toISOString()),
]
const formerly = [held(110, 'C', LONG_AGO, true)]

const seen = (id: number, price = 10, position = 'C') => {
  const { tradeAction, ...player } = entryOf(id)
  return { ...player, price, position }
}

let server: ReturnType<typeof cartServer>
let client: ReturnType<typeof createQueryClient>

const json = (body: unknown) => new Response(JSON.stringify(body))

const answer = async (address: string, init?: RequestInit): Promise<Response> => {
  const { pathname, search } = new URL(address, 'https://pool.example')
  if (server.isReachable && pathname.endsWith('/roster/teams/3/players')) {
    return json(search.includes('true') ? roster : formerly)
  }
  if (server.isReachable && pathname.endsWith('/settings')) return json(midSeason())
  return await server.fetch(address, init)
}

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

/** The cart as a screen has it, once the device knows everything. */
const cartScreen = async () => {
  const view = renderHook(() => ({ cart: useCart(TEAM), count: useCartCount(TEAM, true) }), { wrapper })
  await waitFor(() => {
    expect(view.result.current.cart.query.data).toBeDefined()
    expect(client.isFetching()).toBe(0)
  })
  return view.result
}

/** As if the signal were gone. */
const goOffline = () =>
  act(async () => {
    server.isReachable = false
    reportNoAnswer()
  })

const told = ({ entries }: ReturnType<typeof useCart>) =>
  entries.map(({ tradeAction, playerId, state }) => `${tradeAction} ${playerId} ${state}`)

beforeEach(async () => {
  const store = openOutboxStore()
  await store.clear(OWNER)
  store.close()
  server = cartServer()
  client = createQueryClient()
  vi.stubGlobal('fetch', answer)
  setCurrentOwner(OWNER)
  reportAnswer()
})
afterEach(async () => {
  cleanup()
  await outboxOf(client).clear(OWNER)
  client.clear()
  setCurrentOwner(null)
})

describe('the cart on screen', () => {
  test('tapped just as the signal went: sent as soon as it is back', async () => {
    const view = await cartScreen()
    server.isReachable = false
    await act(async () => {
      await view.current.cart.add(seen(8), 'BUY')
    })
    await waitFor(() => expect(isOnline()).toBe(false))
    expect(told(view.current.cart)).toEqual(['BUY 8 queued'])
    server.isReachable = true
    act(() => reportAnswer())
    await waitFor(() => expect(view.current.cart.isConfirmed).toBe(true), { timeout: QUIET_RETRY_MS / 2 })
    expect(told(view.current.cart)).toEqual(['BUY 8 confirmed'])
  })

  test('a player bought by another team meanwhile: the row says so, counts for nothing, and can be tried or dropped', async () => {
    const view = await cartScreen()
    server.refused.set(8, { code: 'PLAYER_NOT_AVAILABLE', message: 'This player is not a free agent.' })
    await act(async () => {
      await view.current.cart.add(seen(8), 'BUY')
      await view.current.cart.add(seen(9), 'BUY')
    })
    await waitFor(() => expect(told(view.current.cart)).toEqual(['BUY 9 confirmed', 'BUY 8 refused']))
    await waitFor(() => expect(view.current.cart.isConfirmed).toBe(true))
    const refused = view.current.cart.entries.find(({ state }) => state === 'refused')
    expect(refused).toMatchObject({ reason: 'Another team has bought this player meanwhile.', isInCart: false })
    expect(view.current.cart).toMatchObject({ balance: 90, isConfirmed: true, pending: 0 })
    expect(view.current.count).toBe(1)

    server.refused.clear()
    await act(async () => view.current.cart.retry(refused?.changeId ?? ''))
    await waitFor(() => expect(told(view.current.cart)).toEqual(['BUY 9 confirmed', 'BUY 8 confirmed']))

    server.refused.set(10, { code: 'PLAYER_BUY_BACK', message: 'Your team sold this player.' })
    await act(async () => {
      await view.current.cart.add(seen(10), 'BUY')
    })
    await waitFor(() => expect(view.current.cart.entries.at(-1)?.reason).toBe('Your team sold this player.'))
    await act(async () => {
      await view.current.cart.remove(10)
    })
    expect(told(view.current.cart)).toEqual(['BUY 9 confirmed', 'BUY 8 confirmed'])
  })

  test('a session that has ended', async () => {
    const view = await cartScreen()
    server.user = null
    await act(async () => {
      await view.current.cart.add(seen(8), 'BUY')
    })
    await waitFor(() => expect(told(view.current.cart)).toEqual(['BUY 8 waiting for login']))
  })
})

describe('the prediction, by the rules that the server uses', () => {
  test.each<[string, [number, 'BUY' | 'SELL', number?, string?][], number, string]>([
    ['a purchase', [[1, 'BUY']], 90, 'CART_OK'],
    ['a sale', [[108, 'SELL']], 110, 'CART_OK'],
    ['too dear', [[1, 'BUY', 100.5]], -0.5, 'INSUFFICIENT_CASH'],
    ['sold too soon', [[109, 'SELL']], 110, 'PLAYER_HELD_TOO_SHORT'],
    ['sold before', [[110, 'BUY']], 90, 'PLAYER_BUY_BACK'],
    ['no goalie left', [[101, 'SELL'], [102, 'SELL']], 120, 'MIN_GOALIES'], // biome-ignore format: one case a line
    ['too few defenders', [[103, 'SELL'], [104, 'SELL']], 120, 'MIN_DEFENDERS'], // biome-ignore format: one case a line
    ['an unknown position', [[1, 'BUY', 10, 'X']], 90, 'unknown'],
  ])('%s', async (_, taps, balance, status) => {
    const view = await cartScreen()
    await goOffline()
    await act(async () => {
      for (const [id, action, price, position] of taps) await view.current.cart.add(seen(id, price, position), action)
    })
    expect(view.current.cart.balance).toBe(balance)
    expect(view.current.cart.status ?? 'unknown').toBe(status)
    expect(view.current.cart.isConfirmed).toBe(false)
  })

  test('a player who is known to have a team', async () => {
    const view = await cartScreen()
    await goOffline()
    client.setQueryData(['players', 'skater'], [{ id: 1, name: 'Player 1', team: { id: 7, shortName: 'ICE' } }])
    await act(async () => {
      await view.current.cart.add(seen(1), 'BUY')
    })
    expect(view.current.cart.status).toBe('PLAYER_NOT_AVAILABLE')
  })

  test('an empty cart, and one that the device has never seen', async () => {
    server.setEntries(1)
    const view = await cartScreen()
    await goOffline()
    await act(async () => {
      await view.current.cart.empty()
    })
    expect(view.current.cart).toMatchObject({ balance: 100, status: 'CART_EMPTY' })

    const known = client.getQueryData<ShoppingCart>(['cart', TEAM])
    expect(known?.cartEntries).toHaveLength(1)
    act(() => client.removeQueries({ queryKey: ['cart', TEAM] }))
    const { result } = renderHook(() => useCart(TEAM), { wrapper })
    expect(result.current).toMatchObject({ balance: null, status: null, isFresh: false })
  })
})
