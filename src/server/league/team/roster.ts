import { and, asc, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import type { PlayerRef, TeamRef } from '#contract/call'
import type { RosterChange, RosterEntry, RosterItem } from '#contract/roster'
import type { CorrectionMark } from '#contract/trading'
import type { Instant } from '#rules/calendar'
import type { RosterSpot } from '#rules/lineup'
import { type Cents, type EntryPoints, sellPrice, teamPoints, toWire } from '#rules/money'
import type { HeldEntry } from '#rules/roster-history'
import type { Queries } from '../../db/engine/database.ts'
import { timestampOf } from '../../db/queries.ts'
import { player, playerSeason, rosterEntry, scratchInterval } from '../../db/tables/tables.ts'
import { findRefs, storedCorrections } from '../corrections/stored-corrections.ts'
import type { CurrentLeague } from '../league.ts'
import { findPlayersById, playerOnWire } from '../players/players.ts'
import { heldEntries } from '../roster-entries.ts'
import { gainsOfLastUpdate, scratchPointsByEntry, seasonOfEntry } from '../standings/standings.ts'

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
    .leftJoin(playerSeason, seasonOfEntry)
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

// If the clock was set back, no interval may end before it begins, nor two overlap: a game in both would count twice.
// So nothing is dated before what came earlier.

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
    .set({ dressedAt: sql`greatest(${scratchInterval.scratchedAt}, ${timestampOf(at)})` })
    .where(and(eq(scratchInterval.entryId, entryId), isNull(scratchInterval.dressedAt)))
}

// Who did what on the rosters of a season: entries and their intervals are the record, and what corrections undid of
// it.

/** A trade or a roster change as an entry tells it. */
interface Move<Action extends string> {
  readonly action: Action
  readonly at: Instant
  /** Cents; null where there is none to speak of. */
  readonly price: number | null
}

export type OfEntry<Action extends string> = (entry: HeldEntry) => readonly Move<Action>[]

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
export async function movesOf<Action extends string>(
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

/** A team's players of the season, or those that it sold; who is worth most to it first. */
export async function teamPlayers(
  queries: Queries,
  league: CurrentLeague,
  now: Instant,
  { teamId, current }: { readonly teamId: number; readonly current: boolean },
): Promise<RosterItem[]> {
  const all = await findEntries(queries, { seasonId: league.seasonId, teamId })
  const entries = all.filter(({ sold }) => sold !== current)
  const ids = entries.map(({ playerId }) => playerId)
  const players = await findPlayersById(queries, league, now, ids)
  const gains = await gainsOfLastUpdate(queries, league.seasonId)
  return entries
    .sort((one, other) => teamPoints(other) - teamPoints(one))
    .flatMap((entry) => {
      const player = players.get(entry.playerId)
      if (!player) return []
      const pointsDiffPrevious = gains.get(entry.entryId)?.points ?? 0
      return [{ player: playerOnWire(player), rosterEntry: entryOnWire(entry), pointsDiffPrevious }]
    })
}
