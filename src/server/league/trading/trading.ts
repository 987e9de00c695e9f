import { and, asc, eq, isNull } from 'drizzle-orm'
import type { ShoppingCart, Trade, TradeAction } from '#contract/trading'
import type { Instant } from '#rules/calendar'
import { type Cents, sellPrice, toWire } from '#rules/money'
import { newEntry } from '#rules/roster-history'
import { type CartLine, cartStatus, type ExecutedTrade, type TradingTeam, tradeBalance } from '#rules/trading'
import type { Queries } from '../../db/engine/database.ts'
import { cartEntry, rosterEntry, teamSeason } from '../../db/tables/tables.ts'
import type { CurrentLeague } from '../league.ts'
import { findPlayersById, type PlayerFigures } from '../players/players.ts'
import { insertEntries } from '../roster-entries.ts'
import { type Entry, findEntries, movesOf, type OfEntry } from '../team/roster.ts'

async function sellEntry(queries: Queries, entryId: number, price: Cents, at: Instant): Promise<void> {
  await queries
    .update(rosterEntry)
    .set({ soldAt: new Date(at), soldPriceCents: price })
    .where(and(eq(rosterEntry.id, entryId), isNull(rosterEntry.soldAt)))
}

const tradesOfEntry: OfEntry<'BUY' | 'SELL'> = (entry) => [
  ...(entry.acquired === 'trade' ? [{ action: 'BUY' as const, at: entry.boughtAt, price: entry.boughtPrice }] : []),
  ...(entry.soldAt === null ? [] : [{ action: 'SELL' as const, at: entry.soldAt, price: entry.soldPrice }]),
]

/** The latest first. */
export async function trades(queries: Queries, seasonId: number): Promise<Trade[]> {
  return (await movesOf(queries, seasonId, tradesOfEntry))
    .sort((one, other) => other.at - one.at)
    .map(({ at, action, team, player, price, correction }) => ({
      tradedAt: new Date(at).toISOString(),
      team,
      player,
      tradeAction: action,
      price: toWire(price ?? 0),
      ...(correction && { correction }),
    }))
}

export interface CartRow extends CartLine {
  readonly player: PlayerFigures
}

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
      const bought = spot && { teamId, playerId, ...newEntry(spot, { acquired: 'trade', boughtPrice: price }) }
      if (bought) await insertEntries(queries, seasonId, [bought])
    }
  }
  await queries
    .update(teamSeason)
    .set({ cashCents: cash })
    .where(and(eq(teamSeason.teamId, teamId), eq(teamSeason.seasonId, seasonId)))
  await clearCart(queries, teamId)
}
