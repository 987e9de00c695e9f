import { and, desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { LeagueMessage, OfficeMessage } from '#contract/message'
import { getMessage, getOfficeMessage, readMessage, tellMembers } from '#contract/message'
import type { Instant } from '#rules/calendar'
import { checkMessage } from '#rules/members'
import type { Database, Queries } from '../db/engine/database.ts'
import { member } from '../db/tables/identity-tables.ts'
import { leagueMessage, messageReading } from '../db/tables/office-tables.ts'
import { pushNotice } from '../db/tables/push-tables.ts'
import { refusalError, unwrapOrThrow } from '../http/answers/http-error.ts'
import { type Context, isOwner } from '../http/context.ts'
import { serve, serveQuery } from '../http/serve.ts'
import { serveChange } from '../http/serve-change.ts'
import { notifiedDevices } from '../push/push.ts'
import { lockLeague } from './league.ts'
import { messageToAll } from './records/sentences.ts'

export function registerMessage(app: FastifyInstance, context: Context): void {
  serve(app, context, getMessage, { access: 'member' }, async ({ user: { memberId } }) => ({
    // No one could find out whether a guest has read it.
    message:
      memberId === null ? null : await context.database.transaction((queries) => unreadMessage(queries, memberId)),
  }))

  serveChange(app, context, readMessage, {
    access: 'member',
    record: () => 'read the message to all members',
    handle: async ({ queries, now, user: { memberId }, params: { messageId } }) => {
      if (memberId === null) throw refusalError('FORBIDDEN')
      if (!(await markRead(queries, { messageId, memberId }, now))) throw refusalError('NOT_FOUND')
      return { message: await unreadMessage(queries, memberId) }
    },
  })
}

export function registerOfficeMessage(app: FastifyInstance, context: Context): void {
  serveQuery(app, context, getOfficeMessage, { access: 'admin' }, (queries) =>
    officeMessage(queries, context.clock().getTime()),
  )

  serveChange(app, context, tellMembers, {
    access: 'admin',
    lock: lockLeague,
    record: (_, __, body) => body && messageToAll(body.words),
    handle: async ({ queries, now, user, body: { words: text, after } }) => {
      const { words } = unwrapOrThrow(checkMessage(text))
      const before = await latestMessage(queries)
      // Another admin has sent the same already; a command sends it once more.
      if ((before?.words ?? '') === words && !isOwner(user)) return officeMessage(queries, now)
      if ((before?.id ?? null) !== after) throw refusalError('CHANGED_MEANWHILE')
      await tell(context, queries, { words, by: isOwner(user) ? null : user.name, memberId: user.memberId, now })
      return officeMessage(queries, now)
    },
  })
}

/** Null: there is none, or it was taken away. */
async function latestMessage(queries: Queries): Promise<LeagueMessage | null> {
  const [found] = await queries.select().from(leagueMessage).orderBy(desc(leagueMessage.id)).limit(1)
  if (!found || found.words === '') return null
  const { id, words, sentBy, sentAt } = found
  return { id, words, by: sentBy, at: sentAt.toISOString() }
}

async function unreadMessage(queries: Queries, memberId: number): Promise<LeagueMessage | null> {
  const message = await latestMessage(queries)
  if (!message) return null
  const read = await queries
    .select({ id: messageReading.messageId })
    .from(messageReading)
    .where(and(eq(messageReading.messageId, message.id), eq(messageReading.memberId, memberId)))
  return read.length > 0 ? null : message
}

/** False: there is no such message. */
async function markRead(
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

async function officeMessage(queries: Queries, now: Instant): Promise<OfficeMessage> {
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
async function tell(
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
