import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { generateVAPIDKeys } from 'web-push-neo'
import type { PushKinds } from '#contract/push'
import type { Instant } from '#rules/calendar'
import type { Database, Queries } from '../db/engine/database.ts'
import { oneRow, timestampOf } from '../db/queries.ts'
import { member, session } from '../db/tables/identity-tables.ts'
import { pushNotice, pushSubscription } from '../db/tables/push-tables.ts'
import { ofMember, sharedSecret } from '../login/store/identity.ts'

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

/** Of what the device of this login is notified; null: of nothing, it never subscribed. */
export async function findKinds(queries: Queries, login: string): Promise<PushKinds | null> {
  const [found] = await queries.select().from(pushSubscription).where(eq(pushSubscription.sessionIdHash, login))
  return found ? kindsOf(found) : null
}

/** How many devices of the member are notified, this login's left out. */
export async function countOtherDevices(queries: Queries, memberId: number, login: string): Promise<number> {
  const { devices } = await oneRow<{ devices: number }>(
    queries,
    sql`
    select count(distinct ${pushSubscription.id})::int as devices
    from ${pushSubscription}
    join ${session} on ${session.idHash} = ${pushSubscription.sessionIdHash}
    join ${member} on ${ofMember}
    where ${member.id} = ${memberId} and ${pushSubscription.sessionIdHash} <> ${login}`,
  )
  return devices
}

export interface Device extends Pick<Row, 'endpoint' | 'p256dh' | 'auth'> {
  readonly login: string
  readonly kinds: PushKinds
}

/** One address a login, and one login an address: it belongs to the member who logged in on the device last. */
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
 * Every device that is notified, with the team of its member. They stay until the transaction ends: a logout waits, and
 * neither waits for the other.
 */
export async function notifiedDevices(queries: Queries, now: Instant): Promise<NotifiedDevice[]> {
  const rows = await queries
    .select({ device: pushSubscription, teamId: member.teamId })
    .from(pushSubscription)
    .innerJoin(session, eq(session.idHash, pushSubscription.sessionIdHash))
    .innerJoin(member, ofMember)
    .where(sql`${session.expiresAt} > ${timestampOf(now)}`)
    // The member whom the login's subject names comes first, as when the login is looked up.
    .orderBy(asc(pushSubscription.id), sql`${member.subject} is null`, sql`${member.email} is null`, member.id)
    .for('key share', { of: pushSubscription })
  return rows
    .filter(({ device }, index) => device.id !== rows[index - 1]?.device.id)
    .map(({ device, teamId }) => ({ id: device.id, teamId, kinds: kindsOf(device) }))
}

/** A notice that this process, and no other, is to send. */
export type ClaimedNotice = Pick<Row, 'endpoint' | 'p256dh' | 'auth'> &
  Pick<typeof pushNotice.$inferSelect, 'id' | 'subscriptionId' | 'kind' | 'tag' | 'title' | 'body' | 'tries'>

/**
 * Takes what is due and not being sent by another process, at most one of a device at a time. A notice that is claimed
 * is lost with the process that dies while it sends it: it is not known whether it was sent.
 */
export async function claimNotices(
  queries: Queries,
  { now, most, busyUntil }: { now: Date; most: number; busyUntil: Date },
): Promise<ClaimedNotice[]> {
  const { rows } = await queries.execute<ClaimedNotice & Record<string, unknown>>(sql`
    with due as (
      select notice.id, notice.subscription_id
      from push_notice notice
      join push_subscription device on device.id = notice.subscription_id
      join session on session.id_hash = device.session_id_hash
      where notice.claimed_at is null and notice.due_at <= ${timestampOf(now)}
        and (device.busy_until is null or device.busy_until <= ${timestampOf(now)})
        and session.expires_at > ${timestampOf(now)}
        -- Of what is due for a device the first alone: the next one goes when that has been sent.
        and not exists (
          select 1 from push_notice earlier
          where earlier.subscription_id = notice.subscription_id and earlier.claimed_at is null
            and earlier.due_at <= ${timestampOf(now)} and (earlier.due_at, earlier.id) < (notice.due_at, notice.id))
      order by notice.due_at, notice.id
      limit ${most}::int
      for update of notice, device skip locked
    ), busy as (
      update push_subscription set busy_until = ${timestampOf(busyUntil)}
      from due where push_subscription.id = due.subscription_id
      returning push_subscription.id, endpoint, p256dh, auth
    )
    update push_notice set claimed_at = ${timestampOf(now)}
    from due join busy on busy.id = due.subscription_id
    where push_notice.id = due.id
    returning push_notice.id::int as id, push_notice.subscription_id as "subscriptionId", kind, tag, title, body, tries,
      endpoint, p256dh, auth`)
  return rows
}

/** When there will be something to claim again; null: not before the next is written. */
export async function nextDue(queries: Queries): Promise<Date | null> {
  const [row] = await queries
    .select({
      at: sql<Date | string | null>`min(greatest(${pushNotice.dueAt}, ${pushSubscription.busyUntil}))`,
    })
    .from(pushNotice)
    .innerJoin(pushSubscription, eq(pushSubscription.id, pushNotice.subscriptionId))
    .where(isNull(pushNotice.claimedAt))
  return row?.at ? new Date(row.at) : null
}

type Claimed = Pick<ClaimedNotice, 'id' | 'subscriptionId'>

const setFree = (queries: Queries, subscriptionId: number) =>
  queries.update(pushSubscription).set({ busyUntil: null }).where(eq(pushSubscription.id, subscriptionId))

/** It was sent, or cannot be. */
export async function dropNotice(queries: Queries, { id, subscriptionId }: Claimed): Promise<void> {
  await setFree(queries, subscriptionId)
  await queries.delete(pushNotice).where(eq(pushNotice.id, id))
}

/** It surely was not sent. Nothing happens where it holds no longer, or a newer one has taken its place. */
export async function retryNotice(
  database: Pick<Database, 'announce'>,
  queries: Queries,
  { id, subscriptionId }: Claimed,
  dueAt: Date,
): Promise<void> {
  await setFree(queries, subscriptionId)
  await queries
    .update(pushNotice)
    .set({ claimedAt: null, dueAt, tries: sql`${pushNotice.tries} + 1` })
    .where(eq(pushNotice.id, id))
  // Every process waits for it: this one may be gone by then.
  await database.announce(queries, 'push', '')
}

/** What is not being sent yet: it may be about a team that these members lose. */
export async function dropNoticesOf(queries: Queries, memberIds: readonly number[]): Promise<void> {
  const theirs = queries
    .select({ id: pushSubscription.id })
    .from(pushSubscription)
    .innerJoin(session, eq(session.idHash, pushSubscription.sessionIdHash))
    .innerJoin(member, ofMember)
    .where(inArray(member.id, [...memberIds]))
  await queries.delete(pushNotice).where(and(isNull(pushNotice.claimedAt), inArray(pushNotice.subscriptionId, theirs)))
}

/** The push service no longer knows the device. */
export async function dropDevice(queries: Queries, { subscriptionId }: Claimed): Promise<void> {
  await queries.delete(pushSubscription).where(eq(pushSubscription.id, subscriptionId))
}

/** Base64url: the point, and the private key as PKCS #8, or of 32 bytes where web-push had made it. */
const VapidKeys = Type.Object({ publicKey: Type.String(), privateKey: Type.String() })
export type VapidKeys = Static<typeof VapidKeys>

/**
 * By which push services know this server. Made when they are first needed; with others every device would have to
 * subscribe again.
 */
export async function vapidKeys(queries: Queries): Promise<VapidKeys> {
  const fresh = JSON.stringify(await generateVAPIDKeys())
  const kept = await sharedSecret(queries, 'vapid', fresh)
  return Value.Parse(VapidKeys, JSON.parse(kept))
}
