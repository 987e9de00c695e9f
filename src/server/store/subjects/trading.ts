import { and, eq } from 'drizzle-orm'
import type { Instant } from '#rules/calendar'
import type { ExecutedTrade } from '#rules/trading'
import type { Queries } from '../engine/database.ts'
import { teamSeason } from '../tables/tables.ts'
import { clearCart, type Trader } from './cart.ts'
import { addEntry, sellEntry } from './roster.ts'

/** Writes the result of the trade: sales first, so that a spot or a player is free before it is taken. */
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
