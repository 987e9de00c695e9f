import { type Static, Type } from 'typebox'
import { call, Id, Instant, Money, maybe, PlayerRef, TeamParams, TeamPlayerParams, TeamRef } from './call.ts'

export const TradeAction = Type.Union([Type.Literal('BUY'), Type.Literal('SELL')])
export type TradeAction = Static<typeof TradeAction>

export const CartEntry = Type.Object({
  playerId: Id,
  name: Type.String(),
  position: maybe(Type.String()),
  nhlTeam: maybe(Type.String()),
  points: maybe(Type.Number()),
  price: maybe(Money),
  tradeAction: TradeAction,
})
export type CartEntry = Static<typeof CartEntry>

export const CART_OK = 'CART_OK'

export const ShoppingCart = Type.Object({
  cartEntries: Type.Array(CartEntry),
  /** The team's cash after the trade. */
  tradeBalance: Money,
  /** CART_OK, or the code of the reason why the cart cannot be executed. */
  status: Type.String(),
})
export type ShoppingCart = Static<typeof ShoppingCart>

/** Beyond the specification: on a trade or a roster change that a correction made or undid. */
export const CorrectionMark = Type.Object({
  nr: Type.Integer(),
  by: Type.String({ description: 'Who corrected it, as they were called then.' }),
  reason: Type.String(),
  undone: Type.Boolean({ description: 'Whether the correction undid it; else the correction made it.' }),
})
export type CorrectionMark = Static<typeof CorrectionMark>

export const Trade = Type.Object({
  tradedAt: Instant,
  team: TeamRef,
  tradeAction: TradeAction,
  player: PlayerRef,
  price: maybe(Money),
  correction: maybe(CorrectionMark),
})
export type Trade = Static<typeof Trade>

export const addToCart = call({
  method: 'POST',
  path: '/api/v1/trading/teams/{teamId}/shopping-cart/players/{playerId}',
  summary: 'Put a purchase or a sale into the cart',
  params: TeamPlayerParams,
  query: Type.Object({ action: Type.Union([Type.Literal('buy'), Type.Literal('sell')]) }),
  record: ['teamId', 'playerId', 'action'],
  answer: Type.Unknown(),
  failure: 'Failed to add player to shopping cart',
  offline: 'queue',
})

export const getCart = call({
  method: 'GET',
  path: '/api/v1/trading/teams/{teamId}/shopping-cart',
  summary: "The team's shopping cart",
  params: TeamParams,
  answer: ShoppingCart,
  failure: 'Failed to fetch shopping cart',
  offline: 'snapshot',
})

export const removeFromCart = call({
  method: 'DELETE',
  path: '/api/v1/trading/teams/{teamId}/shopping-cart/players/{playerId}',
  summary: 'Take a player out of the cart',
  params: TeamPlayerParams,
  record: ['teamId', 'playerId'],
  answer: ShoppingCart,
  failure: 'Failed to remove player from cart',
  offline: 'queue',
})

export const emptyCart = call({
  method: 'DELETE',
  path: '/api/v1/trading/teams/{teamId}/shopping-cart',
  summary: 'Empty the cart',
  params: TeamParams,
  record: ['teamId'],
  answer: Type.Unknown(),
  failure: 'Failed to empty cart',
  offline: 'queue',
})

export const executeTrade = call({
  method: 'POST',
  path: '/api/v1/trading/teams/{teamId}/execute-trade',
  summary: 'Execute the cart',
  params: TeamParams,
  record: ['teamId'],
  answer: Type.Unknown(),
  failure: 'Failed to execute trade',
  offline: 'online',
})

export const getTrades = call({
  method: 'GET',
  path: '/api/v1/trading/trades',
  summary: 'Trades of the season',
  answer: Type.Array(Trade),
  failure: 'Failed to fetch trades',
  offline: 'snapshot',
})
