import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Queries } from './engine/database.ts'

/**
 * Locks of changing transactions, held until they end. A transaction that needs several takes them in this order, or
 * two transactions could wait for each other: the request's key, the season, the league (./league.ts), the draft,
 * corrections, the statistics, teams by rising id, the names of teams, players by rising id, logins. What was read
 * before its lock was held may have changed since. Rows are locked after all of these: a member first (`lockAccount`),
 * then their logins (`holdLogin`).
 */
const CLASSES = {
  requestKey: 1,
  draft: 2,
  team: 3,
  player: 4,
  corrections: 5,
  season: 6,
  teamNames: 7,
  logins: 9,
} as const

async function lock(queries: Queries, subject: keyof typeof CLASSES, id: number): Promise<void> {
  await queries.execute(sql`select pg_advisory_xact_lock(${CLASSES[subject]}::int, ${id}::int)`)
}

/** One request with the same key at a time. Two keys with the same hash merely wait for each other. */
export const lockRequestKey = (queries: Queries, subject: string, key: string): Promise<void> =>
  lock(queries, 'requestKey', hashOf(subject, key))

const hashOf = (...names: string[]): number => createHash('sha256').update(JSON.stringify(names)).digest().readInt32BE()

/** One login of an account at a time, before its rows. Two accounts with the same hash merely wait for each other. */
export const lockLogins = (queries: Queries, issuer: string, subject: string): Promise<void> =>
  lock(queries, 'logins', hashOf(issuer, subject))

/** The season stays the present one, with its dates and teams. Every change takes it first, or `lockSeason` in its place. */
export async function shareSeason(queries: Queries): Promise<void> {
  await queries.execute(sql`select pg_advisory_xact_lock_shared(${CLASSES.season}::int, 0)`)
}

/** For what is about the season as a whole: changes that have begun end first, and others wait. */
export const lockSeason = (queries: Queries): Promise<void> => lock(queries, 'season', 0)

/** Boxes, keepers, picks and their sequence. */
export const lockDraft = (queries: Queries): Promise<void> => lock(queries, 'draft', 0)

/** Corrections by admins, one after the other. */
export const lockCorrections = (queries: Queries): Promise<void> => lock(queries, 'corrections', 0)

/** Points and prices stand still: an official update waits for its end, others who lock them do not. */
export async function lockStatistics(queries: Queries): Promise<void> {
  await queries.execute(sql`lock table official_update in row exclusive mode`)
}

/** A team's names, roster, cash and cart. */
export const lockTeam = (queries: Queries, teamId: number): Promise<void> => lock(queries, 'team', teamId)

/** Teams and players of these entries. */
export async function lockEntries(
  queries: Queries,
  entries: readonly { readonly teamId: number; readonly playerId: number }[],
): Promise<void> {
  const teamIds = entries.map(({ teamId }) => teamId).sort((one, other) => one - other)
  for (const teamId of teamIds) await lockTeam(queries, teamId)
  const playerIds = entries.map(({ playerId }) => playerId)
  await lockPlayers(queries, playerIds)
}

/** What the teams are called: two that take look-alike names at once would not see each other. */
export const lockTeamNames = (queries: Queries): Promise<void> => lock(queries, 'teamNames', 0)

/** Who owns the players. */
export async function lockPlayers(queries: Queries, playerIds: readonly number[]): Promise<void> {
  for (const id of [...new Set(playerIds)].sort((one, other) => one - other)) await lock(queries, 'player', id)
}
