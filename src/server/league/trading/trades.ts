import { and, eq, isNull } from 'drizzle-orm'
import type { Trade } from '#contract/trading'
import type { Instant } from '#rules/calendar'
import type { RosterSpot } from '#rules/lineup'
import { type Cents, toWire } from '#rules/money'
import type { Queries } from '../../db/engine/database.ts'
import { rosterEntry } from '../../db/tables/tables.ts'
import { openScratch } from '../team/roster.ts'
import { movesOf, type OfEntry } from '../team/roster-moves.ts'

interface Arrival {
  readonly seasonId: number
  readonly teamId: number
  readonly spot: RosterSpot
  readonly price: Cents
}

/** A purchase. */
export async function addEntry(queries: Queries, { seasonId, teamId, spot, price }: Arrival): Promise<void> {
  const [added] = await queries
    .insert(rosterEntry)
    .values({
      seasonId,
      teamId,
      playerId: spot.playerId,
      acquired: 'trade',
      boughtAt: new Date(spot.boughtAt),
      boughtPriceCents: price,
    })
    .returning({ id: rosterEntry.id })
  if (added && spot.scratchedAt !== null) await openScratch(queries, added.id, spot.scratchedAt)
}

export async function sellEntry(queries: Queries, entryId: number, price: Cents, at: Instant): Promise<void> {
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
