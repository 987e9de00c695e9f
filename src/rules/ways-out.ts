import { CART_OK } from '#contract/trading'
import type { Instant } from './calendar.ts'
import type { League } from './league.ts'
import { type CartLine, cartStatus, type TradingTeam } from './trading.ts'

/** One of the team's players with what a sale would cost. */
export interface Sale {
  readonly line: CartLine & { readonly tradeAction: 'SELL' }
  /** Points that the player would still bring this season; null where there is no projection. */
  readonly pointsLost: number | null
}

const WAYS = 3

const cheapestFirst = (one: Sale, other: Sale): number =>
  (one.pointsLost ?? Number.MAX_VALUE) - (other.pointsLost ?? Number.MAX_VALUE) ||
  one.line.price - other.line.price ||
  one.line.playerId - other.line.playerId

/** Each a sale that alone makes a cart possible that is not: at most three, those that cost the fewest points. */
export const waysOut = (
  cart: readonly CartLine[],
  team: TradingTeam,
  sales: readonly Sale[],
  now: Instant,
  league: League,
): readonly Sale[] => {
  if (cart.length === 0 || cartStatus(cart, team, now, league) === CART_OK) return []
  const inCart = new Set(cart.map(({ playerId }) => playerId))
  return sales
    .filter(({ line }) => !inCart.has(line.playerId) && cartStatus([...cart, line], team, now, league) === CART_OK)
    .sort(cheapestFirst)
    .slice(0, WAYS)
}
