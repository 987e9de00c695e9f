import { hash, randomBytes } from 'node:crypto'
import { and, asc, eq, gt, isNull, lt, lte, notLike } from 'drizzle-orm'
import type { Database, Queries } from '../../db/engine/database.ts'
import { firstRow } from '../../db/queries.ts'
import { invitation, member, passkey, passkeyChallenge, session } from '../../db/tables/identity-tables.ts'
import { team } from '../../db/tables/tables.ts'
import { deleteSessions, memberLogins } from './identity.ts'

export type Passkey = typeof passkey.$inferSelect

export type AccountMember = Readonly<NonNullable<Awaited<ReturnType<typeof findAccount>>>>

const accountFields = {
  id: member.id,
  userName: member.userName,
  displayName: member.displayName,
  teamId: member.teamId,
  teamName: team.name,
}

export const findAccount = (queries: Queries, memberId: number) =>
  firstRow(
    queries
      .select(accountFields)
      .from(member)
      .leftJoin(team, eq(team.id, member.teamId))
      .where(eq(member.id, memberId)),
  )

/** One change of a member's invitations and passkeys at a time. False: the member is gone. */
export async function lockAccount(queries: Queries, memberId: number): Promise<boolean> {
  const locked = await queries.select({ id: member.id }).from(member).where(eq(member.id, memberId)).for('update')
  return locked.length > 0
}

const INVITATION_MS = 14 * 24 * 3_600_000
const TOKEN_BYTES = 32

/** What an invitation is known by where its link must not be. */
export const tokenHashOf = (token: string): string => hash('sha256', token, 'base64url')

export interface NewInvitation {
  /** Only here and in the link. */
  readonly token: string
  readonly expiresAt: Date
}

/** Invites the member; an earlier link of theirs that was not used ends. */
export async function invite(queries: Queries, memberId: number, now: Date): Promise<NewInvitation> {
  await lockAccount(queries, memberId)
  await queries
    .update(invitation)
    .set({ endedAt: now })
    .where(and(eq(invitation.memberId, memberId), isNull(invitation.usedAt), isNull(invitation.endedAt)))
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + INVITATION_MS)
  await queries.insert(invitation).values({ tokenHash: tokenHashOf(token), memberId, madeAt: now, expiresAt })
  return { token, expiresAt }
}

/** Null: there is none of this link, or its member is gone. */
export const findInvitation = (queries: Queries, tokenHash: string) =>
  firstRow(
    queries
      .select({ invitation, member: accountFields })
      .from(invitation)
      .innerJoin(member, eq(member.id, invitation.memberId))
      .leftJoin(team, eq(team.id, member.teamId))
      .where(eq(invitation.tokenHash, tokenHash)),
  )

/** Its account is locked, and it is open. */
export async function closeInvitation(queries: Queries, tokenHash: string, now: Date): Promise<void> {
  await queries.update(invitation).set({ usedAt: now }).where(eq(invitation.tokenHash, tokenHash))
}

export const findPasskey = (queries: Queries, id: string): Promise<Passkey | null> =>
  firstRow(queries.select().from(passkey).where(eq(passkey.id, id)))

export const passkeysOf = (queries: Queries, memberId: number): Promise<Passkey[]> =>
  queries.select().from(passkey).where(eq(passkey.memberId, memberId)).orderBy(asc(passkey.madeAt), asc(passkey.id))

export const MOST_PASSKEYS = 20

/** The account is locked. Why there is no further passkey, or null: it was added. */
export async function addPasskey(
  queries: Queries,
  added: typeof passkey.$inferInsert,
): Promise<'full' | 'known' | null> {
  if ((await queries.$count(passkey, eq(passkey.memberId, added.memberId))) >= MOST_PASSKEYS) return 'full'
  const kept = await queries.insert(passkey).values(added).onConflictDoNothing().returning({ id: passkey.id })
  return kept.length > 0 ? null : 'known'
}

/** Copied: its counter does not go on, or this use was seen before. */
export async function usePasskey(
  queries: Queries,
  id: string,
  { counter, backedUp, usedAt }: Pick<Passkey, 'counter' | 'backedUp'> & { usedAt: Date },
): Promise<'used' | 'removed' | 'copied'> {
  const goesOn = counter === 0 ? eq(passkey.counter, 0) : lt(passkey.counter, counter)
  const used = await queries
    .update(passkey)
    .set({ counter, backedUp, usedAt })
    .where(and(eq(passkey.id, id), goesOn))
    .returning({ id: passkey.id })
  if (used.length > 0) return 'used'
  return (await findPasskey(queries, id)) ? 'copied' : 'removed'
}

/** Whether it is there; it stays until the transaction ends. */
export async function holdPasskey(queries: Queries, id: string): Promise<boolean> {
  // First its member: a removal ends the logins before the passkeys go, and would wait for this transaction.
  const owner = queries.select({ id: passkey.memberId }).from(passkey).where(eq(passkey.id, id))
  await queries.select({ id: member.id }).from(member).where(eq(member.id, owner)).for('share')
  const held = await queries.select({ id: passkey.id }).from(passkey).where(eq(passkey.id, id)).for('share')
  return held.length > 0
}

const own = (memberId: number, id: string) => and(eq(passkey.id, id), eq(passkey.memberId, memberId))

/** Null: the member has no such passkey. */
export const renamePasskey = (queries: Queries, memberId: number, id: string, name: string) =>
  firstRow(queries.update(passkey).set({ name }).where(own(memberId, id)).returning())

/** Null: the member has no such passkey. */
export const removePasskey = (queries: Queries, memberId: number, id: string) =>
  firstRow(queries.delete(passkey).where(own(memberId, id)).returning())

/** What a thief of the member's devices could use: their passkeys and logins, all of them. */
export async function endAccount(database: Database, queries: Queries, memberId: number, now: Date) {
  await lockAccount(queries, memberId)
  const removed = await queries.delete(passkey).where(eq(passkey.memberId, memberId)).returning({ id: passkey.id })
  const logins = await endSessions(database, queries, await memberLogins(queries, now, memberId))
  return { passkeys: removed.length, logins }
}

/** Ends logins from a trial, in which anybody could be anybody. */
export async function endTrialLogins(queries: Queries, issuer: string): Promise<void> {
  await queries.delete(session).where(and(eq(session.issuer, issuer), notLike(session.subject, 'member-%')))
}

/** Ends logins in every process. Returns how many there were. */
export async function endSessions(
  database: Database,
  queries: Queries,
  logins: readonly { idHash: string }[],
): Promise<number> {
  const ids = logins.map(({ idHash }) => idHash)
  const ended = await deleteSessions(queries, ids)
  for (const id of ids) await database.announce(queries, 'session', id)
  return ended
}

/** Also drops what has expired: each login that is begun adds one. */
export async function saveChallenge(
  queries: Queries,
  kept: typeof passkeyChallenge.$inferInsert,
  now: Date,
): Promise<void> {
  await queries.delete(passkeyChallenge).where(lte(passkeyChallenge.expiresAt, now))
  await queries.insert(passkeyChallenge).values(kept)
}

/** What the challenge was given out for, once: of two who ask at the same time one gets it. */
export async function takeChallenge(queries: Queries, challenge: string, now: Date): Promise<string | null> {
  const [taken] = await queries
    .delete(passkeyChallenge)
    .where(and(eq(passkeyChallenge.challenge, challenge), gt(passkeyChallenge.expiresAt, now)))
    .returning()
  return taken?.purpose ?? null
}
