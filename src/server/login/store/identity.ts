import { and, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { asciiLower } from '#rules/members'
import { hasRole } from '#rules/roles'
import type { Queries } from '../../db/engine/database.ts'
import { firstRow } from '../../db/queries.ts'
import { appSecret, member, session } from '../../db/tables/identity-tables.ts'
import { league, team } from '../../db/tables/tables.ts'

/** A login as it is stored. */
export type SessionRow = typeof session.$inferSelect
/** What a renewal at the provider may change about a login. */
export type SessionChange = Partial<
  Pick<
    SessionRow,
    'userName' | 'email' | 'emailState' | 'account' | 'name' | 'roles' | 'tokens' | 'confirmedAt' | 'renewingUntil'
  >
>

/** As `asciiLower` does it, and migrations/0022_addresses.sql. */
const asciiLowerOf = (column: AnyPgColumn) => sql`lower(${column} collate "C")`

/**
 * Whose login it is. An address names a member only while no subject does, so a new account with an old address gets
 * nothing.
 */
export const ofMember = or(
  eq(member.subject, session.subject),
  and(isNull(member.subject), eq(asciiLowerOf(member.email), asciiLowerOf(session.email))),
  // Set only by the league's own login.
  eq(member.userName, session.userName),
)

/** The login, with the league's member it belongs to at this moment. */
export const findSession = (queries: Queries, idHash: string, issuer: string, now: Date) =>
  firstRow(
    queries
      .select({ session, member })
      .from(session)
      .leftJoin(member, ofMember)
      .where(and(eq(session.idHash, idHash), eq(session.issuer, issuer), gt(session.expiresAt, now)))
      .orderBy(sql`${member.subject} is null`, sql`${member.email} is null`, member.id)
      .limit(1),
  )

/**
 * Holds the login and its member as they are until the transaction ends: a transaction that takes either away waits for
 * that. The member first, as everywhere, or two transactions could wait for each other.
 */
export async function holdLogin(queries: Queries, idHash: string, memberId: number): Promise<void> {
  await queries
    .select({ id: member.id })
    .from(member)
    .innerJoin(session, eq(session.idHash, idHash))
    .where(eq(member.id, memberId))
    .for('share')
}

export async function deleteSessionsOf(queries: Queries, memberIds: readonly number[]): Promise<void> {
  const theirs = queries
    .select({ idHash: session.idHash })
    .from(session)
    .innerJoin(member, ofMember)
    .where(inArray(member.id, [...memberIds]))
  await queries.delete(session).where(inArray(session.idHash, theirs))
}

/** Who can add and invite members: the ones to ask. */
export async function adminNames(queries: Queries): Promise<string[]> {
  const members = await queries
    .select({ name: member.displayName, roles: member.roles })
    .from(member)
    .orderBy(member.id)
  return members.filter((each) => hasRole(each, 'admin')).map(({ name }) => name)
}

export interface Admission {
  /** Whether the league lets people read along who are not members. */
  readonly guestsRead: boolean
  /** The names of those who can add a member. */
  readonly admins: readonly string[]
  /** Whether a member has this verified address, and another account. */
  readonly isAddressTaken: boolean
}

const membersAt = (queries: Queries, email: string) =>
  queries
    .select({ id: member.id })
    .from(member)
    .where(eq(asciiLowerOf(member.email), asciiLower(email)))

/** What a login meets that belongs to no member. */
export async function findAdmission(queries: Queries, { email }: Pick<SessionRow, 'email'>): Promise<Admission> {
  const [row] = await queries.select({ guestsRead: league.guestsRead }).from(league)
  const taken = email === null ? [] : await membersAt(queries, email)
  return {
    guestsRead: row?.guestsRead ?? false,
    admins: await adminNames(queries),
    isAddressTaken: taken.length > 0,
  }
}

export type MemberLogin = Readonly<Awaited<ReturnType<typeof memberLogins>>[number]>

/** Logins of members that have not ended, of all or of one, the latest used first. */
export async function memberLogins(queries: Queries, now: Date, memberId?: number) {
  const { idHash, device, passkeyId, createdAt, usedAt } = session
  return queries
    .select({ idHash, memberId: member.id, userName: member.userName, device, passkeyId, createdAt, usedAt })
    .from(session)
    .innerJoin(member, ofMember)
    .where(and(gt(session.expiresAt, now), memberId === undefined ? undefined : eq(member.id, memberId)))
    .orderBy(member.userName, desc(session.usedAt), session.idHash)
}

/**
 * Who logged in and is not a member, perhaps because the provider sends addresses without saying whether they are
 * verified.
 */
export async function outsidersWithUnconfirmedEmail(queries: Queries, issuer: string, now: Date) {
  const { account, subject } = session
  return queries
    .selectDistinct({ account, subject })
    .from(session)
    .leftJoin(member, ofMember)
    .where(
      and(eq(session.issuer, issuer), eq(session.emailState, 'unsaid'), gt(session.expiresAt, now), isNull(member.id)),
    )
    .orderBy(account, subject)
}

/** Also drops logins that have expired. */
export async function insertSession(
  queries: Queries,
  row: typeof session.$inferInsert & Pick<SessionRow, 'createdAt'>,
): Promise<void> {
  await queries.delete(session).where(lte(session.expiresAt, row.createdAt))
  await queries.insert(session).values(row)
}

/** The account's logins beyond the latest used ones, of which this one counts as the latest. */
export async function loginsBeyond(queries: Queries, latest: string, most: number): Promise<{ idHash: string }[]> {
  const [own] = await queries.select().from(session).where(eq(session.idHash, latest))
  if (!own) return []
  return queries
    .select({ idHash: session.idHash })
    .from(session)
    .where(and(eq(session.issuer, own.issuer), eq(session.subject, own.subject), ne(session.idHash, latest)))
    .orderBy(desc(session.usedAt), desc(session.createdAt), session.idHash)
    .offset(most - 1)
}

export async function prolongSession(queries: Queries, idHash: string, usedAt: Date, expiresAt: Date): Promise<void> {
  await queries.update(session).set({ usedAt, expiresAt }).where(eq(session.idHash, idHash))
}

/** True for the one request that may renew now: a refresh token works once. */
export async function claimRenewal(
  queries: Queries,
  idHash: string,
  { before, now, until }: { before: Date; now: Date; until: Date },
): Promise<boolean> {
  const claimed = await queries
    .update(session)
    .set({ refreshedAt: now, renewingUntil: until })
    .where(and(eq(session.idHash, idHash), lte(session.refreshedAt, before)))
    .returning({ idHash: session.idHash })
  return claimed.length > 0
}

export async function changeSession(queries: Queries, idHash: string, change: SessionChange): Promise<void> {
  await queries.update(session).set(change).where(eq(session.idHash, idHash))
}

export const deleteSession = (queries: Queries, idHash: string): Promise<SessionRow | null> =>
  firstRow(queries.delete(session).where(eq(session.idHash, idHash)).returning())

/**
 * Returns how many there were. First all of them wait for changes under way, in one order: with a login goes what other
 * changes read of it.
 */
export async function deleteSessions(queries: Queries, idHashes: readonly string[]): Promise<number> {
  const ids = await queries
    .select({ idHash: session.idHash })
    .from(session)
    .where(inArray(session.idHash, [...idHashes]))
    .orderBy(session.idHash)
    .for('update')
  const held = ids.map(({ idHash }) => idHash)
  if (held.length > 0) await queries.delete(session).where(inArray(session.idHash, held))
  return held.length
}

/** The secret of this name, the same for every process; `fresh` is stored when there is none yet. */
export async function sharedSecret(queries: Queries, name: string, fresh: string): Promise<string> {
  await queries.insert(appSecret).values({ name, value: fresh }).onConflictDoNothing()
  const [kept] = await queries.select({ value: appSecret.value }).from(appSecret).where(eq(appSecret.name, name))
  return kept?.value ?? fresh
}

export type DemoMember = Readonly<Awaited<ReturnType<typeof demoMembers>>[number]>

export const demoMembers = (queries: Queries) =>
  queries
    .select({ userName: member.userName, displayName: member.displayName, teamName: team.name })
    .from(member)
    .leftJoin(team, eq(team.id, member.teamId))
    .orderBy(member.id)

export const findDemoMember = (queries: Queries, userName: string) =>
  firstRow(queries.select().from(member).where(eq(member.userName, userName)))

export type KeptMember = typeof member.$inferSelect

/** The member, as they are until the transaction ends. */
export const holdMember = (queries: Queries, memberId: number): Promise<KeptMember | null> =>
  firstRow(queries.select().from(member).where(eq(member.id, memberId)).for('share'))
