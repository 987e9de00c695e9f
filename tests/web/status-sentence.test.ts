import { describe, expect, test } from 'vitest'
import { errorSentences } from '#contract/errors'
import type { LeagueSettings } from '#contract/league'
import type { RosterItem } from '#contract/roster'
import type { CartEntry, TradeAction } from '#contract/trading'
import { type Cart, statusSentence } from '#web/features/cart/status-sentence'
import { canExecute, type Readiness, whyNot } from '#web/features/cart/trade-summary.tsx'

const NOW = Date.parse('2026-12-15T12:00:00.000Z')
const DAY_MS = 86_400_000
const day = (days: number) => new Date(NOW + days * DAY_MS).toISOString()

const settings = (opens = -30, closes = 90): LeagueSettings => ({
  rosterHoldStartDate: '2026-10-01',
  tradingStartTime: day(opens),
  tradingEndTime: day(closes),
  keeperLastBuyDate: '2027-03-01',
})
const held = (id: number, position: string, { heldDays = 60, sold = false, scratched = false } = {}): RosterItem => ({
  player: { id, name: `Player ${id}`, position },
  rosterEntry: { boughtAt: day(-heldDays), sold, scratched, scratchedAt: scratched ? day(-2) : null },
})
/** Two goalies, six defenders, and forwards up to 22. */
const roster: readonly RosterItem[] = Array.from({ length: 22 }, (_, at) =>
  held(at + 1, at < 2 ? 'G' : at < 8 ? 'LD' : 'C'),
)
const entry = (tradeAction: TradeAction, playerId: number, name: string, position = 'C'): CartEntry => ({
  tradeAction,
  playerId,
  name,
  position,
  price: 10,
})
const buy = (id: number, name: string, position?: string) => entry('BUY', id, name, position)
const sell = (id: number, name: string, position?: string) => entry('SELL', id, name, position)

const known = {
  teamId: 2,
  roster,
  settings: settings(),
  ownerOf: (id: number): number | null => (id >= 900 ? 1 : null),
}
const sentence = (cart: Partial<Cart>, changed: Partial<typeof known> = {}) =>
  statusSentence({ entries: [], balance: 0, status: null, ...cart }, { ...known, ...changed }, NOW)

describe('a status in words', () => {
  test.each<[string, readonly CartEntry[], string, Partial<typeof known>?, number?]>([
    ['CART_OK', [buy(50, 'Ann')], 'The trade can be executed.'],
    ['CART_EMPTY', [], 'Add players with Buy and Sell.'],
    ['TRADING_CLOSED', [buy(50, 'Ann')], 'Trading opens in 3 d.', { settings: settings(3) }],
    ['TRADING_CLOSED', [buy(50, 'Ann')], 'Trading is over for this season.', { settings: settings(-60, -1) }],
    ['PLAYER_NOT_AVAILABLE', [buy(900, 'Ann'), buy(50, 'Bo')], 'Ann is no longer free: take them out of the cart.'],
    [
      'PLAYER_NOT_AVAILABLE',
      [buy(900, 'Ann'), buy(901, 'Bo'), buy(20, 'Cy')],
      'Ann, Bo and Cy are no longer free: take them out of the cart.',
    ],
    [
      'PLAYER_BUY_BACK',
      [buy(99, 'Ann')],
      "Your team sold Ann and can't buy them back this season: take them out of the cart.",
      { roster: [...roster, held(99, 'C', { sold: true })] },
    ],
    ['PLAYER_NOT_ON_TEAM', [sell(77, 'Ann')], 'Ann is not on your team: take them out of the cart.'],
    [
      'PLAYER_ALREADY_SOLD',
      [sell(99, 'Ann'), sell(98, 'Bo')],
      'Ann and Bo have already been sold: take them out of the cart.',
      { roster: [...roster, held(99, 'C', { sold: true }), held(98, 'C', { sold: true })] },
    ],
    [
      'PLAYER_HELD_TOO_SHORT',
      [sell(99, 'Mika Halonen'), sell(20, 'Bo')],
      'Mika Halonen can be sold in 3 d: wait, or take them out of the cart.',
      { roster: [...roster, held(99, 'C', { heldDays: 18 })] },
    ],
    [
      'PLAYER_HELD_TOO_SHORT',
      [sell(99, 'Ann')],
      "Ann can't be sold this season: wait, or take them out of the cart.",
      { roster: [held(99, 'C', { heldDays: 1 })], settings: settings(-30, 5) },
    ],
    [
      'ROSTER_FULL',
      [buy(50, 'Ann')],
      '23 players would be on the roster, 22 are allowed: sell 1 more, or remove 1 purchase.',
    ],
    [
      'ROSTER_FULL',
      [buy(50, 'Ann'), buy(51, 'Bo'), buy(52, 'Cy'), sell(20, 'Di')],
      '24 players would be on the roster, 22 are allowed: sell 2 more, or remove 2 purchases.',
    ],
    [
      'ROSTER_FULL',
      [buy(50, 'Ann')],
      '23 players for 22 places, and cash is short: sell at least 1 more, or drop purchases.',
      {},
      -0.01,
    ],
    [
      'INSUFFICIENT_CASH',
      [buy(50, 'Ann')],
      'The team would have -3.20 in cash: sell a player, or remove a purchase.',
      {},
      -3.2,
    ],
    [
      'MIN_GOALIES',
      [sell(1, 'Ann', 'G'), sell(2, 'Bo', 'G')],
      '0 goalies would be dressed, at least 1 is needed: dress or buy a goalie, or keep one that you sell.',
    ],
    [
      'MIN_DEFENDERS',
      [sell(3, 'Ann', 'LD'), sell(4, 'Bo', 'LD'), sell(5, 'Cy', 'LD')],
      '3 defenders would be dressed, at least 4 are needed: dress or buy a defender, or keep one that you sell.',
    ],
  ])('%s: %o', (status, entries, expected, changed, balance = 0) => {
    expect(sentence({ status, entries, balance }, changed)).toBe(expected)
  })

  test.each([
    'TRADING_CLOSED',
    'PLAYER_NOT_AVAILABLE',
    'PLAYER_BUY_BACK',
    'PLAYER_NOT_ON_TEAM',
    'PLAYER_ALREADY_SOLD',
    'PLAYER_HELD_TOO_SHORT',
    'ROSTER_FULL',
    'INSUFFICIENT_CASH',
    'MIN_GOALIES',
    'MIN_DEFENDERS',
  ] as const)('%s where the device knows nothing', (status) => {
    const cart: Cart = { entries: [buy(50, 'Ann'), sell(1, 'Bo')], balance: null, status }
    const nothing = { teamId: 2, roster: undefined, settings: undefined, ownerOf: () => null }
    expect(statusSentence(cart, nothing, NOW)).toBe(errorSentences[status])
  })

  test('a status of another server, and none', () => {
    expect(sentence({ status: 'LUNAR_ECLIPSE' })).toBe('The trade is not possible now.')
    expect(sentence({ status: null })).toBe('Whether the trade is possible is not known yet.')
  })
})

describe('Execute Trade', () => {
  const ready: Readiness = {
    count: 2,
    status: 'CART_OK',
    pending: 0,
    isConfirmed: true,
    isFresh: true,
    online: true,
  }
  test('is on for a whole cart that the league has confirmed', () => {
    expect([canExecute(ready), whyNot(ready)]).toEqual([true, null])
  })
  test.each<[Partial<Readiness>, string | null]>([
    [{ count: 0, status: 'CART_EMPTY' }, null],
    [{ status: 'ROSTER_FULL' }, null],
    [{ status: null }, null],
    [{ online: false, isFresh: false }, "You're offline. Trades need a connection."],
    [
      { pending: 1, isConfirmed: false },
      '1 change is not confirmed yet: the trade can be executed when the league has it.',
    ],
    [
      { pending: 3, isConfirmed: false },
      '3 changes are not confirmed yet: the trade can be executed when the league has them.',
    ],
    [{ isFresh: false }, 'Not checked with the league yet. Refresh.'],
    [{ isConfirmed: false }, 'Not checked with the league yet. Refresh.'],
  ])('is off with %o', (changed, sentence) => {
    const changedReady = { ...ready, ...changed }
    expect([canExecute(changedReady), whyNot(changedReady)]).toEqual([false, sentence])
  })
})
