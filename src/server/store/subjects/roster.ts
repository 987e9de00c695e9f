import { and, asc, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import type { PlayerRef, TeamRef } from '#contract/call'
import type { RosterChange, RosterEntry } from '#contract/roster'
import type { CorrectionMark, Trade } from '#contract/trading'
import type { Instant } from '#rules/calendar'
import type { RosterSpot } from '#rules/lineup'
import { type Cents, type EntryPoints, sellPrice, teamPoints, toWire } from '#rules/money'
import type { HeldEntry } from '#rules/roster-history'
import type { Queries } from '../engine/database.ts'
import { player, playerSeason, rosterEntry, scratchInterval } from '../tables/tables.ts'
import { findRefs, heldEntries, storedCorrections } from './corrections.ts'
import { scratchPointsByEntry } from './standings.ts'

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

// Who did what on the rosters of a season: entries and their intervals are the record, and what corrections undid of it.

/** A trade or a roster change as an entry has it. */
interface Move<Action extends string> {
  readonly action: Action
  readonly at: Instant
  /** Cents; null where there is none to speak of. */
  readonly price: number | null
}

type OfEntry<Action extends string> = (entry: HeldEntry) => readonly Move<Action>[]

const tradesOfEntry: OfEntry<'BUY' | 'SELL'> = (entry) => [
  ...(entry.acquired === 'trade' ? [{ action: 'BUY' as const, at: entry.boughtAt, price: entry.boughtPrice }] : []),
  ...(entry.soldAt === null ? [] : [{ action: 'SELL' as const, at: entry.soldAt, price: entry.soldPrice }]),
]

const changesOfEntry: OfEntry<'SCRATCH' | 'DRESS'> = ({ scratched }) =>
  scratched.flatMap(({ from, until }) => [
    { action: 'SCRATCH' as const, at: from, price: null },
    ...(until === null ? [] : [{ action: 'DRESS' as const, at: until, price: null }]),
  ])

interface RosterMove<Action extends string> extends Move<Action> {
  readonly teamId: number
  readonly playerId: number
  /** Of the last correction that made or undid it. */
  readonly correction?: CorrectionMark
}

/** The moves of the season in the order of their entries, then those that corrections undid. */
async function movesOf<Action extends string>(
  queries: Queries,
  seasonId: number,
  ofEntry: OfEntry<Action>,
): Promise<(RosterMove<Action> & { readonly team: TeamRef; readonly player: PlayerRef })[]> {
  const entries = await heldEntries(queries, seasonId)
  const corrected = new Map<string, RosterMove<Action>>()
  const keyed = (entry: HeldEntry | null, teamId: number, playerId: number) =>
    new Map(
      (entry ? ofEntry(entry) : []).map((move) => [
        [teamId, playerId, move.action, move.at, move.price].join(' '),
        { ...move, teamId, playerId },
      ]),
    )
  for (const { nr, by, reason, teamId, entries } of await storedCorrections(queries, seasonId)) {
    for (const { playerId, before, after } of entries) {
      const [was, is] = [keyed(before, teamId, playerId), keyed(after, teamId, playerId)]
      for (const [key, move] of was)
        if (!is.has(key)) corrected.set(key, { ...move, correction: { nr, by, reason, undone: true } })
      for (const [key, move] of is)
        if (!was.has(key)) corrected.set(key, { ...move, correction: { nr, by, reason, undone: false } })
    }
  }
  const valid = entries.flatMap(({ teamId, playerId, ...entry }) =>
    [...keyed(entry, teamId, playerId)].map(([key, move]) => ({ ...move, correction: corrected.get(key)?.correction })),
  )
  const undone = [...corrected.values()].filter(({ correction }) => correction?.undone)
  const moves = [...valid, ...undone]
  const { players, teams } = await findRefs(
    queries,
    moves.map(({ playerId }) => playerId),
  )
  return moves.flatMap((move) => {
    const [player, team] = [players.get(move.playerId), teams.get(move.teamId)]
    return player && team ? [{ ...move, team, player }] : []
  })
}

/**
 * The latest first; of one instant, who came in before who made way. A player who arrived scratched is listed as
 * scratched then.
 */
export async function rosterChanges(queries: Queries, seasonId: number): Promise<RosterChange[]> {
  return (await movesOf(queries, seasonId, changesOfEntry))
    .reverse()
    .sort((one, other) => other.at - one.at || one.action.localeCompare(other.action, 'en'))
    .map(({ at, action, team, player, correction }) => ({
      changedAt: new Date(at).toISOString(),
      team,
      player,
      changeAction: action,
      ...(correction && { correction }),
    }))
}

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
