import { hash } from 'node:crypto'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { OfficeMember } from '#contract/office'
import type { Queries } from '../../db/engine/database.ts'
import { timestampOf } from '../../db/queries.ts'
import { member } from '../../db/tables/identity-tables.ts'
import { auditRecord, team } from '../../db/tables/tables.ts'
import { lockAccount } from '../../login/store/accounts.ts'
import { deleteSessionsOf, type KeptMember, memberLogins } from '../../login/store/identity.ts'
import { dropNoticesOf } from '../../push/push.ts'

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

export interface MemberChanges {
  readonly added: readonly MemberFields[]
  readonly changed: readonly KeptMember[]
  readonly removed: readonly number[]
}

/**
 * All at once: two members may swap addresses. A removed member is logged out everywhere; the records of what they did
 * keep their name.
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

/** Of what an admin can change about a member. */
export const versionOf = ({ userName, displayName, email, subject, roles, teamId }: KeptMember): string => {
  const fields = JSON.stringify([userName, displayName, email, subject, [...roles].sort(), teamId])
  return hash('sha256', fields, 'base64url').slice(0, 22)
}

interface Access extends Record<string, unknown> {
  readonly id: number
  readonly passkeys: number
  readonly invitedUntil: Date | string | null
  readonly seenAt: Date | string | null
}

/** Also of those who are not logged in: when they last used a passkey or changed something. */
async function accessOf(queries: Queries, now: Date): Promise<Map<number, Access>> {
  const { rows } = await queries.execute<Access>(sql`
    select id,
      (select count(*)::int from passkey where member_id = member.id) as passkeys,
      (select expires_at from invitation
       where member_id = member.id and used_at is null and ended_at is null and expires_at > ${timestampOf(now)}) as "invitedUntil",
      greatest(
        (select max(used_at) from passkey where member_id = member.id),
        (select max(at) from audit_record where member_id = member.id)
      ) as "seenAt"
    from member`)
  return new Map(rows.map((row) => [row.id, row]))
}

const instant = (value: Date | string): string => new Date(value).toISOString()

/** The members as an admin sees them. `asking`: whose request it is. */
export async function officeMembers(
  queries: Queries,
  now: Date,
  asking: { readonly memberId: number | null; readonly login: string | null },
): Promise<OfficeMember[]> {
  const access = await accessOf(queries, now)
  const logins = await memberLogins(queries, now)
  return (await listMembers(queries)).map((member) => {
    const { id } = member
    const { passkeys = 0, invitedUntil = null, seenAt = null } = access.get(id) ?? {}
    const own = logins.filter(({ memberId }) => memberId === id)
    const seen = [...own.map(({ usedAt }) => usedAt), ...(seenAt === null ? [] : [new Date(seenAt)])]
    return {
      ...member,
      passkeys,
      ...(invitedUntil && { invitedUntil: instant(invitedUntil) }),
      ...(seen.length > 0 && { seenAt: new Date(Math.max(...seen.map(Number))).toISOString() }),
      logins: own.map(({ idHash, device, createdAt, usedAt }) => ({
        device,
        since: createdAt.toISOString(),
        seenAt: usedAt.toISOString(),
        isThis: idHash === asking.login,
      })),
      isMe: id === asking.memberId,
      version: versionOf(member),
    }
  })
}
