import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { PlayerRef } from '#contract/call'
import { fullName } from '#rules/names'
import type { HeldEntry } from '#rules/roster-history'
import type { Queries } from '../db/engine/database.ts'
import { player, rosterEntry, scratchInterval } from '../db/tables/tables.ts'

export const playerName = sql<string>`trim(${player.firstName} || ' ' || ${player.lastName})`

/** A player as lists refer to them. */
export const playerRef = (row: typeof player.$inferSelect): PlayerRef => ({
  id: row.id,
  name: fullName(row),
  position: row.position,
  nhlTeam: row.nhlTeam,
})

/** Players by their ids. */
export async function findPlayerRefs(
  queries: Queries,
  playerIds: Iterable<number>,
): Promise<ReadonlyMap<number, PlayerRef>> {
  const ids = [...new Set(playerIds)]
  const rows = ids.length === 0 ? [] : await queries.select().from(player).where(inArray(player.id, ids))
  return new Map(rows.map((each) => [each.id, playerRef(each)]))
}

export interface OwnedEntry extends HeldEntry {
  readonly teamId: number
  readonly playerId: number
}

/** Every player's time with a team in the season, sold players included, in the order in which they came. */
export async function heldEntries(queries: Queries, seasonId: number): Promise<OwnedEntry[]> {
  const rows = await queries
    .select({ entry: rosterEntry, interval: scratchInterval })
    .from(rosterEntry)
    .leftJoin(scratchInterval, eq(scratchInterval.entryId, rosterEntry.id))
    .where(eq(rosterEntry.seasonId, seasonId))
    .orderBy(asc(rosterEntry.id), asc(scratchInterval.scratchedAt))
  const held = new Map<number, OwnedEntry>()
  for (const { entry, interval } of rows) {
    const { id, seasonId: _, boughtAt, boughtPriceCents, soldAt, soldPriceCents, ...kept } = entry
    const scratched = held.get(id)?.scratched ?? []
    held.set(id, {
      ...kept,
      boughtAt: boughtAt.getTime(),
      boughtPrice: boughtPriceCents,
      soldAt: soldAt?.getTime() ?? null,
      soldPrice: soldPriceCents,
      scratched: interval
        ? [...scratched, { from: interval.scratchedAt.getTime(), until: interval.dressedAt?.getTime() ?? null }]
        : scratched,
    })
  }
  return [...held.values()]
}

export const entryRow = ({ acquired, draftBox, boughtAt, boughtPrice, soldAt, soldPrice }: HeldEntry) => ({
  acquired,
  draftBox,
  boughtAt: new Date(boughtAt),
  boughtPriceCents: boughtPrice,
  soldAt: soldAt === null ? null : new Date(soldAt),
  soldPriceCents: soldPrice,
})

export const intervalRows = (entryId: number, { scratched }: HeldEntry): (typeof scratchInterval.$inferInsert)[] =>
  scratched.map(({ from, until }) => ({
    entryId,
    scratchedAt: new Date(from),
    dressedAt: until === null ? null : new Date(until),
  }))

/** Writes rosters of a season and their lineups, as they were made up or brought along. */
export async function insertEntries(queries: Queries, seasonId: number, entries: readonly OwnedEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = await queries
    .insert(rosterEntry)
    .values(entries.map((entry) => ({ seasonId, teamId: entry.teamId, playerId: entry.playerId, ...entryRow(entry) })))
    .returning({ id: rosterEntry.id })
  const intervals = entries.flatMap((entry, index) => intervalRows(rows[index]?.id ?? 0, entry))
  if (intervals.length > 0) await queries.insert(scratchInterval).values(intervals)
}
