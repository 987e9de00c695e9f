import { describe, expect, test } from 'vitest'
import { CART_OK } from '#contract/trading'
import type { RosterSpot } from '#rules/lineup'
import {
  addToCart,
  type CartLine,
  cannotHold,
  cartStatus,
  executeCart,
  isPayable,
  saleOpensAt,
  sellableAt,
  type TradingTeam,
  tradeBalance,
} from '#rules/trading'
import { at, league, roster, spot } from '../support/season.ts'

const now = at('2026-12-01T18:30-05:00')
const ours = 1
const theirs = 2

const buy = (
  playerId: number,
  price: number,
  position: CartLine['position'] = 'C',
  ownerId: number | null = null,
): CartLine => ({
  tradeAction: 'BUY',
  playerId,
  position,
  price: price * 100,
  ownerId,
})
const sell = (playerId: number, price: number, position: CartLine['position'] = 'C'): CartLine => ({
  tradeAction: 'SELL',
  playerId,
  position,
  price: price * 100,
  ownerId: ours,
})

const team = (
  cash: number,
  players: RosterSpot[] = roster({ forwards: 12, defenders: 5, goalies: 2 }),
): TradingTeam => ({
  teamId: ours,
  cash: cash * 100,
  roster: players,
})
const soldOne = team(50, [...roster({ forwards: 12, defenders: 5, goalies: 2 }), spot(9, 'C', { sold: true })])

describe('putting a player into the cart', () => {
  test.each<[string, CartLine, string | null]>([
    ['buying a free agent', buy(500, 10), null],
    ["buying another team's player", buy(500, 10, 'C', theirs), 'PLAYER_NOT_AVAILABLE'],
    ["buying one's own player", buy(101, 10, 'C', ours), 'PLAYER_NOT_AVAILABLE'],
    ["buying one's own player, whom an older list shows as free", buy(101, 10), 'PLAYER_NOT_AVAILABLE'],
    ['buying back a player sold this season', buy(9, 10), 'PLAYER_BUY_BACK'],
    ["selling one's own player", sell(101, 10), null],
    ['selling a player already sold', sell(9, 10), 'PLAYER_ALREADY_SOLD'],
    ['selling a player of another team', { ...sell(500, 10), ownerId: theirs }, 'PLAYER_NOT_ON_TEAM'],
    ['selling a free agent', { ...sell(500, 10), ownerId: null }, 'PLAYER_NOT_ON_TEAM'],
  ])('%s', (_, line, code) => {
    expect(cannotHold(line, soldOne)).toEqual(code === null ? null : { refused: code })
    expect(addToCart([], line, soldOne)).toEqual(code === null ? [line] : { refused: code })
  })

  test('repeating an action changes nothing, even if the player has joined another team', () => {
    const cart = [buy(500, 10), sell(101, 5)]
    expect(addToCart(cart, buy(500, 10), soldOne)).toBe(cart)
    expect(addToCart(cart, buy(500, 10, 'C', theirs), soldOne)).toBe(cart)
  })

  test('a player is in the cart once: the opposite action replaces the first', () => {
    expect(addToCart([buy(101, 10), buy(500, 10)], sell(101, 5), soldOne)).toEqual([buy(500, 10), sell(101, 5)])
  })

  test('neither the clock nor the money keeps a player out of the cart', () => {
    const fresh = team(0, [spot(101, 'C', { boughtAt: now })])
    expect(addToCart([], sell(101, 5), fresh)).toEqual([sell(101, 5)])
    expect(addToCart([], buy(500, 900), fresh)).toEqual([buy(500, 900)])
  })
})

test.each([
  [[], 20, 20],
  [[buy(1, 12.35)], 20, 7.65],
  [[sell(1, 16)], 20, 36],
  [[sell(1, 16), buy(2, 12.35), buy(3, 30)], 20, -6.35],
])('the balance is cash and sales less purchases', (cart, cash, balance) => {
  expect(tradeBalance(cart, cash * 100)).toBe(Math.round(balance * 100))
})

test.each<[string, price: number, balance: number, boolean]>([
  ['less than the balance', 1234, 1235, true],
  ['exactly the balance', 1235, 1235, true],
  ['a hundredth more than the balance', 1236, 1235, false],
  ['a free player, with cash', 0, 0, true],
  ['a free player, in a cart that is overdrawn', 0, -1, false],
])('payable: %s', (_, price, balance, expected) => {
  expect(isPayable(price, balance)).toBe(expected)
})

describe('the status is the first that applies', () => {
  const full = roster({ forwards: 13, defenders: 4, goalies: 2 })
  const bench = [20, 21, 22].map((id) => spot(id, 'C', { scratched: true, scratchedAt: now }))
  const early = at('2026-11-17T00:00-05:00') - 1
  const fresh = [...full.slice(1), spot(101, 'LW', { boughtAt: at('2026-11-20T12:00-05:00') })]

  test.each<[string, CartLine[], TradingTeam, string, number?]>([
    ['nothing in the cart', [], team(0), 'CART_EMPTY'],
    ['nothing in the cart, and trading closed', [], team(0), 'CART_EMPTY', early],
    ['before trading opens', [buy(500, 10)], team(50), 'TRADING_CLOSED', early],
    ['as trading opens', [buy(500, 10)], team(50), CART_OK, early + 1],
    ['as trading closes', [buy(500, 10)], team(50), 'TRADING_CLOSED', at('2027-03-18T00:00-04:00')],
    ['before trading opens, and a player gone', [buy(500, 10, 'C', theirs)], team(50), 'TRADING_CLOSED', early],
    ['bought by another team meanwhile', [buy(500, 10, 'C', theirs)], team(50), 'PLAYER_NOT_AVAILABLE'],
    [
      'a player gone, and another not held long enough',
      [sell(101, 5), buy(500, 10, 'C', theirs)],
      team(0, fresh),
      'PLAYER_NOT_AVAILABLE',
    ],
    ['not held long enough', [sell(101, 5)], team(0, fresh), 'PLAYER_HELD_TOO_SHORT'],
    ['not held long enough, and no money', [sell(101, 5), buy(500, 99)], team(0, fresh), 'PLAYER_HELD_TOO_SHORT'],
    ['sold meanwhile', [sell(9, 5)], soldOne, 'PLAYER_ALREADY_SOLD'],
    ['a roster of 23', [buy(500, 10)], team(50, [...full, ...bench]), 'ROSTER_FULL'],
    ['a roster of 23, and no money', [buy(500, 99)], team(50, [...full, ...bench]), 'ROSTER_FULL'],
    ['one for one on a full roster', [buy(500, 10), sell(101, 5)], team(50, [...full, ...bench]), CART_OK],
    ['a cent too little', [buy(500, 50.01)], team(50), 'INSUFFICIENT_CASH'],
    ['all the money', [buy(500, 50)], team(50), CART_OK],
    ['paid by a sale', [buy(500, 55), sell(101, 5)], team(50), CART_OK],
    [
      'no money, and no goalie left',
      [buy(500, 99), sell(301, 5, 'G'), sell(302, 5, 'G')],
      team(0),
      'INSUFFICIENT_CASH',
    ],
    ['one goalie of two sold', [sell(301, 5, 'G')], team(0), CART_OK],
    ['no goalie left', [sell(301, 5, 'G'), sell(302, 5, 'G')], team(0), 'MIN_GOALIES'],
    [
      'no goalie and three defenders left',
      [sell(301, 5, 'G'), sell(302, 5, 'G'), sell(201, 5, 'LD'), sell(202, 5, 'RD')],
      team(0),
      'MIN_GOALIES',
    ],
    ['one defender of five sold', [sell(201, 5, 'LD')], team(0), CART_OK],
    ['three defenders left', [sell(201, 5, 'LD'), sell(202, 5, 'RD')], team(0), 'MIN_DEFENDERS'],
    ['a defender for a defender', [sell(201, 5, 'LD'), sell(202, 5, 'RD'), buy(500, 8, 'RD')], team(0), CART_OK],
    ['a forward for a defender', [sell(201, 5, 'LD'), sell(202, 5, 'RD'), buy(500, 8, 'LW')], team(0), 'MIN_DEFENDERS'],
    [
      'the defender who is bought first is dressed',
      [sell(20, 5), buy(500, 1, 'LD'), sell(201, 5, 'LD'), buy(501, 1, 'LW'), buy(502, 1, 'LD')],
      team(50, [...full, ...bench.slice(0, 2)]),
      CART_OK,
    ],
    [
      'the defender who is bought last is scratched, as nineteen others are dressed',
      [sell(201, 5, 'LD'), buy(501, 1, 'LW'), buy(502, 1, 'LD')],
      team(50, full),
      'MIN_DEFENDERS',
    ],
  ])('%s', (_, cart, trader, status, instant = now) => {
    expect(cartStatus(cart, trader, instant, league)).toBe(status)
    if (status !== CART_OK) expect(executeCart(cart, trader, instant, league)).toEqual({ refused: status })
  })

  test('a player may be sold 21 days after the purchase, to the minute, although the clocks changed', () => {
    const player = spot(101, 'C', { boughtAt: at('2027-02-25T18:30-05:00') })
    const ready = sellableAt(player, league.constants)
    expect(ready).toBe(at('2027-03-18T18:30-04:00'))
    const open = { ...league, dates: { ...league.dates, tradingEndTime: at('2027-04-01T00:00-04:00') } }
    const trader = team(0, [...roster({ forwards: 12, defenders: 5, goalies: 2 }).slice(1), player])
    expect(cartStatus([sell(101, 5)], trader, ready - 1, open)).toBe('PLAYER_HELD_TOO_SHORT')
    expect(cartStatus([sell(101, 5)], trader, ready, open)).toBe(CART_OK)
  })
})

test.each<[string, bought: string, asked: string, opens: string | null]>([
  ['at once, once held for 21 days', '2026-11-01T12:00-05:00', '2026-12-01T18:30-05:00', '2026-12-01T18:30-05:00'],
  ['21 days after the purchase', '2026-12-01T12:00-05:00', '2026-12-01T18:30-05:00', '2026-12-22T12:00-05:00'],
  ['as trading opens', '2026-09-27T12:00-04:00', '2026-11-01T12:00-05:00', '2026-11-17T00:00-05:00'],
  ['a minute before trading closes', '2027-02-24T23:59-05:00', '2027-03-01T12:00-05:00', '2027-03-17T23:59-04:00'],
  ['not when the 21 days end as trading closes', '2027-02-25T00:00-05:00', '2027-03-01T12:00-05:00', null],
  ['not after trading has closed', '2026-09-27T12:00-04:00', '2027-03-18T00:00-04:00', null],
])('a player may be sold: %s', (_, boughtAt, asked, opens) => {
  const player = spot(101, 'C', { boughtAt: at(boughtAt) })
  expect(saleOpensAt(player, at(asked), league)).toBe(opens === null ? null : at(opens))
})

describe('executing', () => {
  test('sells first, then buys, and lists each trade with its price', () => {
    const trader = team(50, roster({ forwards: 13, defenders: 4, goalies: 2 }))
    const cart = [buy(500, 12.35), sell(101, 16), buy(501, 1)]
    expect(executeCart(cart, trader, now, league)).toEqual({
      cash: 5265,
      roster: [
        { ...trader.roster[0], sold: true },
        ...trader.roster.slice(1),
        spot(500, 'C', { boughtAt: now }),
        spot(501, 'C', { boughtAt: now, scratched: true, scratchedAt: now }),
      ],
      trades: [cart[1], cart[0], cart[2]],
    })
  })
})
