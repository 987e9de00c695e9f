import { and, desc, eq } from 'drizzle-orm'
import type { LeagueMessage, OfficeMessage } from '#contract/message'
import type { Instant } from '#rules/calendar'
import type { Database, Queries } from '../../db/engine/database.ts'
import { member } from '../../db/tables/identity-tables.ts'
import { leagueMessage, messageReading } from '../../db/tables/office-tables.ts'
import { pushNotice } from '../../db/tables/push-tables.ts'
import { notifiedDevices } from '../../push/push.ts'

/** Null: there is none, or it was taken away. */
export async function latestMessage(queries: Queries): Promise<LeagueMessage | null> {
  const [found] = await queries.select().from(leagueMessage).orderBy(desc(leagueMessage.id)).limit(1)
  if (!found || found.words === '') return null
  const { id, words, sentBy, sentAt } = found
  return { id, words, by: sentBy, at: sentAt.toISOString() }
}

export async function unreadMessage(queries: Queries, memberId: number): Promise<LeagueMessage | null> {
  const message = await latestMessage(queries)
  if (!message) return null
  const read = await queries
    .select({ id: messageReading.messageId })
    .from(messageReading)
    .where(and(eq(messageReading.messageId, message.id), eq(messageReading.memberId, memberId)))
  return read.length > 0 ? null : message
}

/** False: there is no such message. */
export async function markRead(
  queries: Queries,
  { messageId, memberId }: { messageId: number; memberId: number },
  now: Instant,
): Promise<boolean> {
  const [found] = await queries
    .select({ id: leagueMessage.id })
    .from(leagueMessage)
    .where(eq(leagueMessage.id, messageId))
  if (!found) return false
  await queries
    .insert(messageReading)
    .values({ messageId, memberId, readAt: new Date(now) })
    .onConflictDoNothing()
  return true
}

const wantsMessages = async (queries: Queries, now: Instant) =>
  (await notifiedDevices(queries, now)).filter(({ kinds }) => kinds.message)

export async function officeMessage(queries: Queries, now: Instant): Promise<OfficeMessage> {
  const message = await latestMessage(queries)
  const readings = await queries
    .select({ name: member.displayName, readAt: messageReading.readAt })
    .from(member)
    .leftJoin(
      messageReading,
      and(eq(messageReading.memberId, member.id), eq(messageReading.messageId, message?.id ?? 0)),
    )
    .orderBy(member.id)
  const named = (isRead: boolean) =>
    readings.flatMap(({ name, readAt }) => (message && (readAt !== null) === isRead ? [name] : []))
  return {
    message,
    readBy: named(true),
    unreadBy: named(false),
    notified: (await wantsMessages(queries, now)).length,
  }
}

const TAG = 'message'

interface NewMessage {
  readonly words: string
  readonly by: string | null
  /** The member who wrote it, and so has read it; null where no member did. */
  readonly memberId: number | null
  readonly now: Instant
}

/** In the place of the one before; without words there is none. Devices that want it are notified after the commit. */
export async function tell(
  { database }: { readonly database: Pick<Database, 'announce'> },
  queries: Queries,
  { words, by, memberId, now }: NewMessage,
): Promise<void> {
  const at = new Date(now)
  const [sent] = await queries
    .insert(leagueMessage)
    .values({ words, sentBy: by, sentAt: at })
    .returning({ id: leagueMessage.id })
  if (sent && memberId !== null) await markRead(queries, { messageId: sent.id, memberId }, now)
  // What was not sent yet holds no longer.
  await queries.delete(pushNotice).where(eq(pushNotice.tag, TAG))
  const devices = words === '' ? [] : await wantsMessages(queries, now)
  if (devices.length === 0) return
  const title = by === null ? 'A message to all members' : `A message from ${by}`
  await queries.insert(pushNotice).values(
    devices.map(({ id }) => ({
      subscriptionId: id,
      kind: 'message' as const,
      tag: TAG,
      about: TAG,
      title,
      body: words,
      writtenAt: at,
      dueAt: at,
    })),
  )
  await database.announce(queries, 'push', '')
}
