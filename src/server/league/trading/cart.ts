import { and, asc, eq } from 'drizzle-orm'
import type { ShoppingCart, TradeAction } from '#contract/trading'
import type { Instant } from '#rules/calendar'
import { sellPrice, toWire } from '#rules/money'
import { type CartLine, cartStatus, type ExecutedTrade, type TradingTeam, tradeBalance } from '#rules/trading'
import type { Queries } from '../../db/engine/database.ts'
import { cartEntry } from '../../db/tables/change-tables.ts'
import { teamSeason } from '../../db/tables/tables.ts'
import type { CurrentLeague } from '../league.ts'
import { findPlayersById, type PlayerFigures } from '../players/players.ts'
import { type Entry, findEntries } from '../team/roster.ts'
import { addEntry, sellEntry } from './trades.ts'

/** A purchase or a sale with the player it is about. */
export interface CartRow extends CartLine {
  readonly player: PlayerFigures
}

/** A team and its cart as they stand now. */
interface Trader extends TradingTeam {
  readonly roster: readonly Entry[]
  readonly cart: readonly CartRow[]
}

export async function playersInCart(queries: Queries, teamId: number): Promise<number[]> {
  const rows = await queries.select({ id: cartEntry.playerId }).from(cartEntry).where(eq(cartEntry.teamId, teamId))
  return rows.map(({ id }) => id)
}

/** A sale brings what the entry is worth; an impossible one brings nothing. */
export const cartRow = (tradeAction: TradeAction, player: PlayerFigures, roster: readonly Entry[]): CartRow => {
  const entry = roster.find(({ playerId }) => playerId === player.id)
  return {
    tradeAction,
    playerId: player.id,
    position: player.position,
    price: tradeAction === 'BUY' ? player.buyPrice : entry && !entry.sold ? sellPrice(entry) : 0,
    ownerId: player.owner?.id ?? null,
    player,
  }
}

export async function findTrader(
  queries: Queries,
  league: CurrentLeague,
  now: Instant,
  teamId: number,
): Promise<Trader> {
  const { seasonId } = league
  const [season] = await queries
    .select({ cash: teamSeason.cashCents })
    .from(teamSeason)
    .where(and(eq(teamSeason.teamId, teamId), eq(teamSeason.seasonId, seasonId)))
  const roster = await findEntries(queries, { seasonId, teamId })
  const rows = await queries.select().from(cartEntry).where(eq(cartEntry.teamId, teamId)).orderBy(asc(cartEntry.place))
  const ids = rows.map(({ playerId }) => playerId)
  const players = await findPlayersById(queries, league, now, ids)
  const cart = rows.flatMap(({ playerId, tradeAction }) => {
    const player = players.get(playerId)
    return player ? [cartRow(tradeAction, player, roster)] : []
  })
  return { teamId, cash: season?.cash ?? 0, roster, cart }
}

export const cartOnWire = (trader: Trader, now: Instant, league: CurrentLeague): ShoppingCart => ({
  cartEntries: trader.cart.map(({ player, price, tradeAction }) => ({
    playerId: player.id,
    name: player.name,
    position: player.position,
    nhlTeam: player.nhlTeam,
    points: player.points,
    price: toWire(price),
    tradeAction,
  })),
  tradeBalance: toWire(tradeBalance(trader.cart, trader.cash)),
  status: cartStatus(trader.cart, trader, now, league),
})

export async function removeFromCart(queries: Queries, teamId: number, playerId: number): Promise<void> {
  await queries.delete(cartEntry).where(and(eq(cartEntry.teamId, teamId), eq(cartEntry.playerId, playerId)))
}

/** At the end of the cart, whatever it held of the player before. */
export async function putIntoCart(queries: Queries, teamId: number, line: CartLine, at: Instant): Promise<void> {
  const { playerId, tradeAction } = line
  await removeFromCart(queries, teamId, playerId)
  await queries.insert(cartEntry).values({ teamId, playerId, tradeAction, addedAt: new Date(at) })
}

export async function clearCart(queries: Queries, teamId: number): Promise<void> {
  await queries.delete(cartEntry).where(eq(cartEntry.teamId, teamId))
}

/** Writes the result of the trade: sales first, which frees a spot or a player before it is taken. */
export async function saveTrade(
  queries: Queries,
  seasonId: number,
  { teamId, roster: before }: Trader,
  { trades, roster, cash }: ExecutedTrade,
  now: Instant,
): Promise<void> {
  for (const { tradeAction, playerId, price } of trades) {
    if (tradeAction === 'SELL') {
      const sold = before.find((entry) => entry.playerId === playerId)
      if (sold) await sellEntry(queries, sold.entryId, price, now)
    } else {
      const spot = roster.find((each) => each.playerId === playerId)
      if (spot) await addEntry(queries, { seasonId, teamId, spot, price })
    }
  }
  await queries
    .update(teamSeason)
    .set({ cashCents: cash })
    .where(and(eq(teamSeason.teamId, teamId), eq(teamSeason.seasonId, seasonId)))
  await clearCart(queries, teamId)
}
