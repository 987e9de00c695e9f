import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { addToCart, emptyCart, executeTrade, getCart, getTrades, removeFromCart, TradeAction } from '#contract/trading'
import type { Instant } from '#rules/calendar'
import * as rules from '#rules/trading'
import { listed } from '#rules/words'
import type { Queries } from '../../db/engine/database.ts'
import { lockPlayers, lockStatistics, lockTeam } from '../../db/locks.ts'
import { refusalError, unwrapOrThrow } from '../../http/answers/http-error.ts'
import { fits } from '../../http/answers/validator.ts'
import type { Context } from '../../http/context.ts'
import { serveQuery } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import type { Names } from '../audit.ts'
import { currentLeague } from '../league.ts'
import { findPlayer } from '../players/players.ts'
import { onlyOwnTeam, ownTeam } from '../teams.ts'
import * as store from './trading.ts'
import { saveTrade, trades } from './trading.ts'

const Moves = Type.Array(Type.Object({ playerId: Type.Integer(), tradeAction: TradeAction }))
type Moves = Static<typeof Moves>

const moved = (moves: Moves, names: Names): string => {
  const of = (action: Moves[number]['tradeAction']) =>
    moves.filter(({ tradeAction }) => tradeAction === action).map(({ playerId }) => names.player(playerId))
  const parts = [
    ['sold', of('SELL')],
    ['bought', of('BUY')],
  ] as const
  return parts.flatMap(([verb, players]) => (players.length === 0 ? [] : [`${verb} ${listed(players)}`])).join(' and ')
}

export function registerTrading(app: FastifyInstance, context: Context): void {
  const member = { access: 'member', isSnapshot: true } as const
  const cartNow = async (queries: Queries, teamId: number, now: Instant) => {
    const league = await currentLeague(queries)
    return store.cartOnWire(await store.findTrader(queries, league, now, teamId), now, league)
  }

  serveQuery(app, context, getCart, member, async (queries, input) => {
    onlyOwnTeam(input)
    return cartNow(queries, input.params.teamId, context.clock().getTime())
  })

  const own = { access: 'member', ...ownTeam } as const

  serveChange(app, context, addToCart, {
    ...own,
    record: ({ teamId, playerId, action }, names) =>
      `put the ${action === 'buy' ? 'purchase' : 'sale'} of ${names.player(playerId)} into the cart of ${names.team(teamId)}`,
    handle: async ({ queries, params: { teamId, playerId }, query, now }) => {
      const league = await currentLeague(queries)
      const player = await findPlayer(queries, league, now, playerId)
      if (!player) throw refusalError('PLAYER_NOT_FOUND')
      const trader = await store.findTrader(queries, league, now, teamId)
      const line = store.cartRow(query.action === 'buy' ? 'BUY' : 'SELL', player, trader.roster)
      const cart = unwrapOrThrow(rules.addToCart(trader.cart, line, trader))
      if (cart !== trader.cart) await store.putIntoCart(queries, teamId, line, now)
      return cartNow(queries, teamId, now)
    },
  })

  serveChange(app, context, removeFromCart, {
    ...own,
    record: ({ teamId, playerId }, names) => `took ${names.player(playerId)} out of the cart of ${names.team(teamId)}`,
    handle: async ({ queries, params: { teamId, playerId }, now }) => {
      await store.removeFromCart(queries, teamId, playerId)
      return cartNow(queries, teamId, now)
    },
  })

  serveChange(app, context, emptyCart, {
    ...own,
    record: ({ teamId }, names) => `emptied the cart of ${names.team(teamId)}`,
    handle: async ({ queries, params: { teamId }, now }) => {
      await store.clearCart(queries, teamId)
      return cartNow(queries, teamId, now)
    },
  })

  serveChange(app, context, executeTrade, {
    access: 'member',
    may: onlyOwnTeam,
    record: ({ teamId, trades: moves }, names) =>
      fits<Moves>(Moves, moves)
        ? `${moved(moves, names)} for ${names.team(teamId)}`
        : `made the trade in the cart of ${names.team(teamId)}`,
    lock: async (queries, { params: { teamId } }) => {
      await lockStatistics(queries)
      await lockTeam(queries, teamId)
      await lockPlayers(queries, await store.playersInCart(queries, teamId))
    },
    invalidates: 'answers',
    onUniqueViolation: {
      roster_entry_owner: 'PLAYER_NOT_AVAILABLE',
      roster_entry_season_id_team_id_player_id_key: 'PLAYER_BUY_BACK',
    },
    handle: async ({ queries, params: { teamId }, now, note }) => {
      const league = await currentLeague(queries)
      const trader = await store.findTrader(queries, league, now, teamId)
      const executed = unwrapOrThrow(rules.executeCart(trader.cart, trader, now, league))
      note({ trades: executed.trades.map(({ playerId, tradeAction }) => ({ playerId, tradeAction })) })
      await saveTrade(queries, league.seasonId, trader, executed, now)
      return cartNow(queries, teamId, now)
    },
  })

  serveQuery(app, context, getTrades, member, async (queries) =>
    trades(queries, (await currentLeague(queries)).seasonId),
  )
}
