import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { PlayerRef, TeamRef } from '#contract/call'
import type { RosterChange } from '#contract/roster'
import type { Trade } from '#contract/trading'
import { toWire } from '#rules/money'
import type { Queries } from '../engine/database.ts'
import { player, rosterEntry, scratchInterval, team } from '../tables/tables.ts'

// Who did what on the rosters of a season: entries and their intervals are the record.

interface Named {
  readonly team: typeof team.$inferSelect
  readonly player: typeof player.$inferSelect
}

const refs = ({ team, player }: Named): { team: TeamRef; player: PlayerRef } => ({
  team: { id: team.id, shortName: team.shortName },
  player: {
    id: player.id,
    name: `${player.firstName} ${player.lastName}`,
    position: player.position,
    nhlTeam: player.nhlTeam,
  },
})

/**
 * The latest first; of one instant, who came in before who made way. A player who arrived scratched is listed as
 * scratched then.
 */
export async function rosterChanges(queries: Queries, seasonId: number): Promise<RosterChange[]> {
  const rows = await queries
    .select({ interval: scratchInterval, team, player })
    .from(scratchInterval)
    .innerJoin(rosterEntry, eq(rosterEntry.id, scratchInterval.entryId))
    .innerJoin(team, eq(team.id, rosterEntry.teamId))
    .innerJoin(player, eq(player.id, rosterEntry.playerId))
    .where(eq(rosterEntry.seasonId, seasonId))
    .orderBy(scratchInterval.entryId, scratchInterval.scratchedAt)
  return rows
    .flatMap(({ interval: { scratchedAt, dressedAt }, ...named }) => [
      { at: scratchedAt, changeAction: 'SCRATCH' as const, ...refs(named) },
      ...(dressedAt ? [{ at: dressedAt, changeAction: 'DRESS' as const, ...refs(named) }] : []),
    ])
    .reverse()
    .sort(
      (one, other) => other.at.getTime() - one.at.getTime() || one.changeAction.localeCompare(other.changeAction, 'en'),
    )
    .map(({ at, ...change }) => ({ changedAt: at.toISOString(), ...change }))
}

/** The latest first. */
export async function trades(queries: Queries, seasonId: number): Promise<Trade[]> {
  const rows = await queries
    .select({ entry: rosterEntry, team, player })
    .from(rosterEntry)
    .innerJoin(team, eq(team.id, rosterEntry.teamId))
    .innerJoin(player, eq(player.id, rosterEntry.playerId))
    .where(
      and(
        eq(rosterEntry.seasonId, seasonId),
        sql`(${rosterEntry.acquired} = 'trade' or ${isNotNull(rosterEntry.soldAt)})`,
      ),
    )
    .orderBy(rosterEntry.id)
  return rows
    .flatMap(({ entry, ...named }) => [
      ...(entry.acquired === 'trade'
        ? [{ at: entry.boughtAt, tradeAction: 'BUY' as const, price: toWire(entry.boughtPriceCents), ...refs(named) }]
        : []),
      ...(entry.soldAt !== null && entry.soldPriceCents !== null
        ? [{ at: entry.soldAt, tradeAction: 'SELL' as const, price: toWire(entry.soldPriceCents), ...refs(named) }]
        : []),
    ])
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .map(({ at, ...trade }) => ({ tradedAt: at.toISOString(), ...trade }))
}
