import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Queries } from '../engine/database.ts'
import { auditRecord } from '../tables/change-tables.ts'
import { member } from '../tables/identity-tables.ts'
import { team } from '../tables/tables.ts'
import { lockAccount } from './accounts.ts'
import { deleteSessionsOf } from './identity.ts'
import { dropNoticesOf } from './push-outbox.ts'

export type KeptMember = typeof member.$inferSelect
export type MemberFields = Omit<KeptMember, 'id'>

export interface ListedMember extends KeptMember {
  readonly teamShortName: string | null
}

export async function listMembers(queries: Queries): Promise<ListedMember[]> {
  const rows = await queries
    .select({ member, teamShortName: team.shortName })
    .from(member)
    .leftJoin(team, eq(team.id, member.teamId))
    .orderBy(asc(member.id))
  return rows.map((row) => ({ ...row.member, teamShortName: row.teamShortName }))
}

/** The member, as they are until the transaction ends. */
export async function holdMember(queries: Queries, memberId: number): Promise<KeptMember | null> {
  const [held] = await queries.select().from(member).where(eq(member.id, memberId)).for('share')
  return held ?? null
}

export interface MemberChanges {
  readonly added: readonly MemberFields[]
  readonly changed: readonly KeptMember[]
  readonly removed: readonly number[]
}

/**
 * All at once, so that two members may change addresses with each other. Whoever is removed is logged out everywhere; the
 * records of what they did keep their name.
 */
export async function changeMembers(queries: Queries, { added, changed, removed }: MemberChanges): Promise<void> {
  if (removed.length > 0) {
    // Before their logins, as everywhere.
    for (const id of [...removed].sort((one, other) => one - other)) await lockAccount(queries, id)
    await deleteSessionsOf(queries, removed)
    await queries
      .update(auditRecord)
      .set({ name: sql`(select display_name from member where member.id = ${auditRecord.memberId})` })
      .where(inArray(auditRecord.memberId, [...removed]))
    await queries.delete(member).where(inArray(member.id, [...removed]))
  }
  const ids = changed.map(({ id }) => id)
  if (ids.length > 0) {
    await dropNoticesOf(queries, ids)
    await queries.update(member).set({ email: null, subject: null }).where(inArray(member.id, ids))
  }
  for (const { id, ...fields } of changed) await queries.update(member).set(fields).where(eq(member.id, id))
  if (added.length > 0) await queries.insert(member).values([...added])
}
