import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { PushKinds } from '#contract/push'
import type { Instant } from '#rules/calendar'
import type { Queries } from '../engine/database.ts'
import { member, session } from '../tables/identity-tables.ts'
import { pushSubscription } from '../tables/push-tables.ts'
import { ofMember } from './identity.ts'

type Row = typeof pushSubscription.$inferSelect

const kindsOf = ({ wantsTurn, wantsNext, wantsStart, wantsGoal, wantsMessage }: Row): PushKinds => ({
  turn: wantsTurn,
  next: wantsNext,
  start: wantsStart,
  goal: wantsGoal,
  message: wantsMessage,
})

const columnsOf = ({ turn, next, start, goal = false, message = true }: PushKinds) => ({
  wantsTurn: turn,
  wantsNext: next,
  wantsStart: start,
  wantsGoal: goal,
  wantsMessage: message,
})

/** Of what the device of this login is notified; null: of nothing, it was never asked for. */
export async function findKinds(queries: Queries, login: string): Promise<PushKinds | null> {
  const [found] = await queries.select().from(pushSubscription).where(eq(pushSubscription.sessionIdHash, login))
  return found ? kindsOf(found) : null
}

/** How many devices of the member are notified, this login's left out. */
export async function countOtherDevices(queries: Queries, memberId: number, login: string): Promise<number> {
  const { rows } = await queries.execute<{ devices: number }>(sql`
    select count(distinct ${pushSubscription.id})::int as devices
    from ${pushSubscription}
    join ${session} on ${session.idHash} = ${pushSubscription.sessionIdHash}
    join ${member} on ${ofMember}
    where ${member.id} = ${memberId} and ${pushSubscription.sessionIdHash} <> ${login}`)
  return rows[0]?.devices ?? 0
}

export interface Device extends Pick<Row, 'endpoint' | 'p256dh' | 'auth'> {
  readonly login: string
  readonly kinds: PushKinds
}

/** One address a login, and one login an address: whoever logs in on a device last has it. */
export async function saveDevice(queries: Queries, { login, kinds, ...keys }: Device, now: Instant): Promise<void> {
  await queries
    .delete(pushSubscription)
    .where(and(eq(pushSubscription.endpoint, keys.endpoint), ne(pushSubscription.sessionIdHash, login)))
  await queries
    .insert(pushSubscription)
    .values({ sessionIdHash: login, ...keys, ...columnsOf(kinds), madeAt: new Date(now) })
    .onConflictDoUpdate({ target: pushSubscription.sessionIdHash, set: { ...keys, ...columnsOf(kinds) } })
}

/** False: the login has no device that is notified. */
export async function saveKinds(queries: Queries, login: string, kinds: PushKinds): Promise<boolean> {
  const saved = await queries
    .update(pushSubscription)
    .set(columnsOf(kinds))
    .where(eq(pushSubscription.sessionIdHash, login))
    .returning({ id: pushSubscription.id })
  return saved.length > 0
}

export async function deleteDevice(queries: Queries, login: string): Promise<void> {
  await queries.delete(pushSubscription).where(eq(pushSubscription.sessionIdHash, login))
}

export interface NotifiedDevice {
  readonly id: number
  readonly teamId: number | null
  readonly kinds: PushKinds
}

/**
 * Every device that is notified, with the team of its member. They stay until the transaction ends: a logout waits, so
 * that neither of the two waits for the other.
 */
export async function notifiedDevices(queries: Queries, now: Instant): Promise<NotifiedDevice[]> {
  const rows = await queries
    .select({ device: pushSubscription, teamId: member.teamId })
    .from(pushSubscription)
    .innerJoin(session, eq(session.idHash, pushSubscription.sessionIdHash))
    .innerJoin(member, ofMember)
    .where(sql`${session.expiresAt} > ${new Date(now).toISOString()}::timestamptz`)
    // The member whom the login's subject names comes first, as when the login is looked up.
    .orderBy(asc(pushSubscription.id), sql`${member.subject} is null`, sql`${member.email} is null`, member.id)
    .for('key share', { of: pushSubscription })
  return rows
    .filter(({ device }, index) => device.id !== rows[index - 1]?.device.id)
    .map(({ device, teamId }) => ({ id: device.id, teamId, kinds: kindsOf(device) }))
}
