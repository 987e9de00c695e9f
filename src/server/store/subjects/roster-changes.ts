import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { CorrectionMark, PlayerRef, TeamRef } from '#contract/call'
import type { RosterChange } from '#contract/roster'
import type { Trade } from '#contract/trading'
import type { Instant } from '#rules/calendar'
import { toWire } from '#rules/money'
import type { HeldEntry } from '#rules/roster-history'
import type { Queries } from '../engine/database.ts'
import { player, rosterEntry, scratchInterval, team } from '../tables/tables.ts'
import { storedCorrections } from './corrections.ts'
import { findRefs } from './refs.ts'

// Who did what on the rosters of a season: entries and their intervals are the record, and what corrections undid of it.

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

/** A trade or a roster change as an entry tells it. */
interface Move<Action extends string> {
  readonly teamId: number
  readonly playerId: number
  readonly action: Action
  readonly at: Instant
  /** Cents; null where there is none to speak of. */
  readonly price: number | null
}

type OfEntry<Action extends string> = (entry: HeldEntry) => readonly Omit<Move<Action>, 'teamId' | 'playerId'>[]

const tradesOfEntry: OfEntry<'BUY' | 'SELL'> = (entry) => [
  ...(entry.acquired === 'trade' ? [{ action: 'BUY' as const, at: entry.boughtAt, price: entry.boughtPrice }] : []),
  ...(entry.soldAt === null ? [] : [{ action: 'SELL' as const, at: entry.soldAt, price: entry.soldPrice }]),
]

const changesOfEntry: OfEntry<'SCRATCH' | 'DRESS'> = ({ scratched }) =>
  scratched.flatMap(({ from, until }) => [
    { action: 'SCRATCH' as const, at: from, price: null },
    ...(until === null ? [] : [{ action: 'DRESS' as const, at: until, price: null }]),
  ])

const moveKey = ({ teamId, playerId, action, at, price }: Move<string>): string =>
  [teamId, playerId, action, at, price].join(' ')

interface CorrectedMove<Action extends string> {
  readonly move: Move<Action>
  readonly correction: CorrectionMark
}

/** The moves that corrections made or undid, each with the last one that did, by `moveKey`. */
async function correctedMoves<Action extends string>(
  queries: Queries,
  seasonId: number,
  movesOf: OfEntry<Action>,
): Promise<Map<string, CorrectedMove<Action>>> {
  const found = new Map<string, CorrectedMove<Action>>()
  for (const { nr, by, reason, teamId, entries } of await storedCorrections(queries, seasonId)) {
    for (const { playerId, before, after } of entries) {
      const keyed = (entry: HeldEntry | null) =>
        new Map((entry ? movesOf(entry) : []).map((each) => [moveKey({ ...each, teamId, playerId }), each] as const))
      const [was, is] = [keyed(before), keyed(after)]
      const note = (from: typeof was, other: typeof was, undone: boolean) => {
        for (const [key, move] of from) {
          if (!other.has(key))
            found.set(key, { move: { ...move, teamId, playerId }, correction: { nr, by, reason, undone } })
        }
      }
      note(was, is, true)
      note(is, was, false)
    }
  }
  return found
}

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
  const corrected = await correctedMoves(queries, seasonId, changesOfEntry)
  const standing = rows.flatMap(({ interval: { scratchedAt, dressedAt }, ...named }) => [
    { at: scratchedAt, changeAction: 'SCRATCH' as const, ...refs(named) },
    ...(dressedAt ? [{ at: dressedAt, changeAction: 'DRESS' as const, ...refs(named) }] : []),
  ])
  const marked = standing.map((change) => {
    const { team, player, at } = change
    const key = { teamId: team.id, playerId: player.id, action: change.changeAction, at: at.getTime(), price: null }
    return { ...change, correction: corrected.get(moveKey(key))?.correction }
  })
  const undone = await namedMoves(queries, corrected)
  return [...marked, ...undone.map(({ move: { action }, ...named }) => ({ ...named, changeAction: action }))]
    .reverse()
    .sort(
      (one, other) => other.at.getTime() - one.at.getTime() || one.changeAction.localeCompare(other.changeAction, 'en'),
    )
    .map(({ at, correction, ...change }) => ({
      changedAt: at.toISOString(),
      ...change,
      ...(correction && { correction }),
    }))
}

/** Those that were undone, with the names of team and player. */
async function namedMoves<Action extends string>(
  queries: Queries,
  corrected: ReadonlyMap<string, CorrectedMove<Action>>,
) {
  const undone = [...corrected.values()].filter(({ correction }) => correction.undone)
  const { players, teams } = await findRefs(
    queries,
    undone.map(({ move }) => move.playerId),
  )
  return undone.flatMap(({ move, correction }) => {
    const [player, team] = [players.get(move.playerId), teams.get(move.teamId)]
    return player && team ? [{ at: new Date(move.at), move, team, player, correction }] : []
  })
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
  const corrected = await correctedMoves(queries, seasonId, tradesOfEntry)
  const standing = rows.flatMap(({ entry, ...named }) => [
    ...(entry.acquired === 'trade'
      ? [{ at: entry.boughtAt, tradeAction: 'BUY' as const, cents: entry.boughtPriceCents, ...refs(named) }]
      : []),
    ...(entry.soldAt !== null && entry.soldPriceCents !== null
      ? [{ at: entry.soldAt, tradeAction: 'SELL' as const, cents: entry.soldPriceCents, ...refs(named) }]
      : []),
  ])
  const marked = standing.map((trade) => {
    const { team, player, at, cents } = trade
    const key = { teamId: team.id, playerId: player.id, action: trade.tradeAction, at: at.getTime(), price: cents }
    return { ...trade, correction: corrected.get(moveKey(key))?.correction }
  })
  const undone = (await namedMoves(queries, corrected)).map(({ move: { action, price }, ...named }) => ({
    ...named,
    tradeAction: action,
    cents: price ?? 0,
  }))
  return [...marked, ...undone]
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .map(({ at, cents, correction, ...trade }) => ({
      tradedAt: at.toISOString(),
      ...trade,
      price: toWire(cents),
      ...(correction && { correction }),
    }))
}
