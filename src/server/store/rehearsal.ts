import { asc, eq, sql } from 'drizzle-orm'
import type { Queries } from './database.ts'
import { member } from './identity-tables.ts'
import { team } from './tables.ts'

/** A member and his team. */
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

/**
 * Whose members are logged in at the demo's provider, and whether they are seen: on the draft board now, or by a login
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
      )) as seen
    from session join member on member.user_name = session.user_name
    where team_id is not null and expires_at > ${now.toISOString()}::timestamptz
    group by team_id`)
  return rows.map(({ team_id: teamId, seen }) => ({ teamId, seen }))
}
