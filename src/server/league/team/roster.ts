import { and, asc, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import type { RosterEntry } from '#contract/roster'
import type { Instant } from '#rules/calendar'
import type { RosterSpot } from '#rules/lineup'
import { type Cents, type EntryPoints, sellPrice, teamPoints, toWire } from '#rules/money'
import type { Queries } from '../../db/engine/database.ts'
import { player, playerSeason, rosterEntry, scratchInterval } from '../../db/tables/tables.ts'
import { scratchPointsByEntry } from '../standings/standings.ts'

/** A player's time with a team this season, with what it is worth. */
export interface Entry extends RosterSpot, EntryPoints {
  readonly entryId: number
  readonly boughtPrice: Cents
  readonly soldAt: Instant | null
}

interface EntryFilter {
  readonly seasonId: number
  readonly teamId: number
  /** All when not given. */
  readonly playerIds?: readonly number[]
}

/** A team's entries, sold ones included, in the order in which the players came. */
export async function findEntries(queries: Queries, { seasonId, teamId, playerIds }: EntryFilter): Promise<Entry[]> {
  const which = and(
    eq(rosterEntry.seasonId, seasonId),
    eq(rosterEntry.teamId, teamId),
    playerIds && inArray(rosterEntry.playerId, [...playerIds]),
  )
  const scratched = scratchPointsByEntry(queries, which)
  const rows = await queries
    .select({
      entry: rosterEntry,
      position: player.position,
      points: playerSeason.points,
      scratchPoints: scratched.points,
      scratchedAt: scratchInterval.scratchedAt,
    })
    .from(rosterEntry)
    .innerJoin(player, eq(player.id, rosterEntry.playerId))
    .leftJoin(
      playerSeason,
      and(eq(playerSeason.seasonId, rosterEntry.seasonId), eq(playerSeason.playerId, rosterEntry.playerId)),
    )
    // At most one is open.
    .leftJoin(scratchInterval, and(eq(scratchInterval.entryId, rosterEntry.id), isNull(scratchInterval.dressedAt)))
    .leftJoin(scratched, eq(scratched.entryId, rosterEntry.id))
    .where(which)
    .orderBy(asc(rosterEntry.boughtAt), asc(rosterEntry.id))
  return rows.map(({ entry, position, points, scratchPoints, scratchedAt }): Entry => {
    const sold = entry.soldAt !== null
    // An interval that was open at the sale ended with it.
    const isScratched = !sold && scratchedAt !== null
    return {
      entryId: entry.id,
      playerId: entry.playerId,
      position,
      boughtAt: entry.boughtAt.getTime(),
      boughtPrice: entry.boughtPriceCents,
      sold,
      soldAt: entry.soldAt?.getTime() ?? null,
      soldPrice: entry.soldPriceCents,
      scratched: isScratched,
      scratchedAt: isScratched ? scratchedAt.getTime() : null,
      points: points ?? 0,
      scratchPoints: scratchPoints ?? 0,
    }
  })
}

const instant = (at: Instant | null): string | null => (at === null ? null : new Date(at).toISOString())

export const entryOnWire = (entry: Entry): RosterEntry => ({
  teamPoints: toWire(teamPoints(entry)),
  scratchPoints: entry.scratchPoints,
  boughtAt: instant(entry.boughtAt),
  boughtPrice: toWire(entry.boughtPrice),
  ...(entry.soldPrice === null ? {} : { soldPrice: toWire(entry.soldPrice), soldAt: instant(entry.soldAt) }),
  sellPrice: toWire(sellPrice(entry)),
  sold: entry.sold,
  scratched: entry.scratched,
  scratchedAt: instant(entry.scratchedAt),
})

// If the clock was set back, no interval may end before it begins, nor two overlap: a game in both would count twice. So
// nothing is dated before what came earlier.

/** The player sits out from now; scratched again at the instant of being dressed, the old interval continues. */
export async function openScratch(queries: Queries, entryId: number, at: Instant): Promise<void> {
  const [before] = await queries
    .select({ until: max(scratchInterval.dressedAt) })
    .from(scratchInterval)
    .where(eq(scratchInterval.entryId, entryId))
  await queries
    .insert(scratchInterval)
    .values({ entryId, scratchedAt: new Date(Math.max(at, before?.until?.getTime() ?? at)) })
    .onConflictDoUpdate({ target: [scratchInterval.entryId, scratchInterval.scratchedAt], set: { dressedAt: null } })
}

export async function closeScratch(queries: Queries, entryId: number, at: Instant): Promise<void> {
  await queries
    .update(scratchInterval)
    .set({ dressedAt: sql`greatest(${scratchInterval.scratchedAt}, ${new Date(at).toISOString()}::timestamptz)` })
    .where(and(eq(scratchInterval.entryId, entryId), isNull(scratchInterval.dressedAt)))
}

// Who did what on the rosters of a season: entries and their intervals are the record, and what corrections undid of it.
