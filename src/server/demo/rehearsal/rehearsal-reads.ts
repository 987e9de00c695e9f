import { and, asc, eq, sql } from 'drizzle-orm'
import type { PickEntry, PickMode } from '#rules/pick-sequence'
import type { Queries } from '../../db/engine/database.ts'
import { draft, pickEntry } from '../../db/tables/draft-tables.ts'
import { member } from '../../db/tables/identity-tables.ts'
import { team } from '../../db/tables/tables.ts'

/** A member and their team. */
export interface Owner {
  readonly memberId: number
  readonly userName: string
  readonly displayName: string
  readonly roles: readonly string[]
  readonly teamId: number
  readonly shortName: string
}

export async function listOwners(queries: Queries): Promise<Owner[]> {
  return queries
    .select({
      memberId: member.id,
      userName: member.userName,
      displayName: member.displayName,
      roles: member.roles,
      teamId: team.id,
      shortName: team.shortName,
    })
    .from(member)
    .innerJoin(team, eq(team.id, member.teamId))
    .orderBy(asc(team.id))
}

/** The turns of a draft as they stand. */
export interface Turns {
  readonly revision: number
  readonly mode: PickMode
  /** Entries that are ACTIVE, in the order of their numbers. */
  readonly active: readonly Pick<PickEntry, 'teamId' | 'sequenceNr' | 'pickStatus'>[]
}

/** Null before the keepers are locked. */
export async function findTurns(queries: Queries, seasonId: number): Promise<Turns | null> {
  const [found] = await queries
    .select({ revision: draft.revision, mode: draft.mode })
    .from(draft)
    .where(eq(draft.seasonId, seasonId))
  if (!found) return null
  const active = await queries
    .select({ teamId: pickEntry.teamId, sequenceNr: pickEntry.sequenceNr, pickStatus: pickEntry.pickStatus })
    .from(pickEntry)
    .where(and(eq(pickEntry.seasonId, seasonId), eq(pickEntry.pickStatus, 'ACTIVE')))
    .orderBy(asc(pickEntry.sequenceNr))
  return { ...found, active }
}

/**
 * Which teams' members are logged in at the demo's provider, and when they were last seen: on the draft board now, or by a login
 * or a change since.
 */
export async function visitedTeams(
  queries: Queries,
  now: Date,
  since: Date,
): Promise<{ teamId: number; seen: boolean }[]> {
  const { rows } = await queries.execute<{ team_id: number; seen: boolean }>(sql`
    select team_id, bool_or(
      used_at >= ${since.toISOString()}::timestamptz
      or exists (select 1 from live_channel where login = id_hash)
      or exists (
        select 1 from audit_record
        where audit_record.subject = session.subject and at >= ${since.toISOString()}::timestamptz
      )
      or exists (
        select 1 from refused_change
        where refused_change.subject = session.subject and last_at >= ${since.toISOString()}::timestamptz
      )) as seen
    from session join member on member.user_name = session.user_name
    where team_id is not null and expires_at > ${now.toISOString()}::timestamptz
    group by team_id`)
  return rows.map(({ team_id: teamId, seen }) => ({ teamId, seen }))
}
