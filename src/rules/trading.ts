import type { ErrorCode } from '#contract/errors'
import { CART_OK, type TradeAction } from '#contract/trading'
import type { LeagueConstants } from '../contract/limits.ts'
import { daysLater, type Instant, tradingIsOpen, tradingOpensAt } from './calendar.ts'
import type { League } from './league.ts'
import { arrival, dressedCount, type RosterSpot } from './lineup.ts'
import type { Cents } from './money.ts'
import type { Position } from './positions.ts'
import { type Refusal, refuse } from './refusal.ts'

// League rules, section 6.

/** A purchase or sale at current prices and ownership. */
export interface CartLine {
  readonly tradeAction: TradeAction
  readonly playerId: number
  readonly position: Position
  /** Buy or sell price as of the last official update. */
  readonly price: Cents
  /** The team that owns the player now; null for a free agent. */
  readonly ownerId: number | null
}

export interface TradingTeam {
  readonly teamId: number
  readonly cash: Cents
  /** Includes sold players, whom the team cannot buy back. */
  readonly roster: readonly RosterSpot[]
}

export type CartStatus = typeof CART_OK | ErrorCode

/** Why the line is impossible, whatever else is in the cart and whenever the cart is executed. */
export const cannotHold = (
  line: Pick<CartLine, 'tradeAction' | 'playerId' | 'ownerId'>,
  team: Pick<TradingTeam, 'roster'>,
): Refusal | null => {
  const spot = team.roster.find(({ playerId }) => playerId === line.playerId)
  if (line.tradeAction === 'BUY') {
    // The roster is checked too, because the app's list of players may be older than its roster.
    if (line.ownerId !== null || spot?.sold === false) return refuse('PLAYER_NOT_AVAILABLE')
    return spot ? refuse('PLAYER_BUY_BACK') : null
  }
  if (!spot) return refuse('PLAYER_NOT_ON_TEAM')
  return spot.sold ? refuse('PLAYER_ALREADY_SOLD') : null
}

/** The cart with the line added. Repeating an action changes nothing; the opposite action replaces it. */
export const addToCart = <Line extends Pick<CartLine, 'tradeAction' | 'playerId' | 'ownerId'>>(
  cart: readonly Line[],
  line: Line,
  team: Pick<TradingTeam, 'roster'>,
): readonly Line[] | Refusal => {
  if (cart.some((each) => each.playerId === line.playerId && each.tradeAction === line.tradeAction)) return cart
  return cannotHold(line, team) ?? [...cart.filter(({ playerId }) => playerId !== line.playerId), line]
}

/** The cash the team would have after the trade. */
export const tradeBalance = (cart: readonly Pick<CartLine, 'tradeAction' | 'price'>[], cash: Cents): Cents =>
  cart.reduce((balance, { tradeAction, price }) => balance + (tradeAction === 'SELL' ? price : -price), cash)

/** Whether a purchase can be paid for, on top of the cart that leaves this balance. */
export const isPayable = (price: Cents, balance: Cents): boolean =>
  tradeBalance([{ tradeAction: 'BUY', price }], balance) >= 0

/** The instant from which the player has been held long enough to be sold. */
export const sellableAt = (
  { boughtAt }: Pick<RosterSpot, 'boughtAt'>,
  { holdDays, timeZone }: Pick<LeagueConstants, 'holdDays' | 'timeZone'>,
): Instant => daysLater(boughtAt, holdDays, timeZone)

/** The first instant, now or later, at which the player may be sold; null if trading ends first. */
export const saleOpensAt = (
  spot: Pick<RosterSpot, 'boughtAt'>,
  now: Instant,
  { constants, dates }: League,
): Instant | null => tradingOpensAt(dates, Math.max(now, sellableAt(spot, constants)))

const linesOf = (cart: readonly CartLine[], action: TradeAction): CartLine[] =>
  cart.filter(({ tradeAction }) => tradeAction === action)

/** The roster after the trade: sales first, then purchases in cart order. */
export const rosterAfter = (
  cart: readonly CartLine[],
  roster: readonly RosterSpot[],
  now: Instant,
  constants: LeagueConstants,
): RosterSpot[] => {
  const leaving = new Set(linesOf(cart, 'SELL').map(({ playerId }) => playerId))
  const after = roster.map((spot) => (leaving.has(spot.playerId) ? { ...spot, sold: true } : spot))
  for (const line of linesOf(cart, 'BUY')) after.push(arrival(after, line, now, constants))
  return after
}

/** CART_OK, or the first reason why the cart cannot be executed. */
export const cartStatus = (
  cart: readonly CartLine[],
  team: TradingTeam,
  now: Instant,
  { constants, dates }: League,
): CartStatus => {
  if (cart.length === 0) return 'CART_EMPTY'
  if (!tradingIsOpen(dates, now)) return 'TRADING_CLOSED'
  for (const line of cart) {
    const refusal = cannotHold(line, team)
    if (refusal) return refusal.refused
  }
  const leaving = new Set(linesOf(cart, 'SELL').map(({ playerId }) => playerId))
  const sold = team.roster.filter(({ playerId }) => leaving.has(playerId))
  if (sold.some((spot) => now < sellableAt(spot, constants))) return 'PLAYER_HELD_TOO_SHORT'
  const after = rosterAfter(cart, team.roster, now, constants)
  if (after.filter((spot) => !spot.sold).length > constants.rosterSize) return 'ROSTER_FULL'
  if (tradeBalance(cart, team.cash) < 0) return 'INSUFFICIENT_CASH'
  if (dressedCount(after, 'goalie') < constants.minGoalies) return 'MIN_GOALIES'
  if (dressedCount(after, 'defender') < constants.minDefenders) return 'MIN_DEFENDERS'
  return CART_OK
}

export interface ExecutedTrade {
  readonly cash: Cents
  readonly roster: readonly RosterSpot[]
  /** One per player, sales first. */
  readonly trades: readonly CartLine[]
}

/** The outcome of the trade, or why it is refused. */
export const executeCart = (
  cart: readonly CartLine[],
  team: TradingTeam,
  now: Instant,
  league: League,
): ExecutedTrade | Refusal => {
  const status = cartStatus(cart, team, now, league)
  if (status !== CART_OK) return refuse(status)
  return {
    cash: tradeBalance(cart, team.cash),
    roster: rosterAfter(cart, team.roster, now, league.constants),
    trades: [...linesOf(cart, 'SELL'), ...linesOf(cart, 'BUY')],
  }
}

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
