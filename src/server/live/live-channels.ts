import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { LiveMessage } from '#contract/draft-room'
import type { Instant } from '#rules/calendar'
import type { Database, Queries } from '../db/engine/database.ts'
import { lockLogins } from '../db/locks.ts'
import { oneRow, rowsOf, timestampOf } from '../db/queries.ts'
import { KEPT } from '../db/retention.ts'
import { liveChannel, liveEvent } from '../db/tables/draft-tables.ts'
import { session } from '../db/tables/identity-tables.ts'
import type { WrittenEvents } from '../http/written-events.ts'

export type LiveChannel = typeof liveChannel.$inferSelect

/** A channel, with the id of the newest event. */
export type FoundChannel = LiveChannel & { latest: number }

/** Those of these channels that were seen since, by their ids. */
export async function findChannels(
  queries: Queries,
  ids: readonly string[],
  seenSince: Date,
): Promise<Map<string, FoundChannel>> {
  const rows = await queries
    .select({ channel: liveChannel, latest: sql<number>`coalesce((select max(${liveEvent.id}) from ${liveEvent}), 0)` })
    .from(liveChannel)
    .where(and(inArray(liveChannel.id, [...ids]), gte(liveChannel.seenAt, seenSince)))
  return new Map(rows.map(({ channel, latest }) => [channel.id, { ...channel, latest }]))
}

/**
 * Opens a channel, or the same one again; it gets what happens from now on. `taken`: the id is another login's;
 * `ended`: this login has just ended.
 */
export async function openChannel(
  queries: Queries,
  { id, login, now }: { id: string; login: string; now: Date },
): Promise<'opened' | 'taken' | 'ended'> {
  const [own] = await queries
    .select({ issuer: session.issuer, subject: session.subject })
    .from(session)
    .where(eq(session.idHash, login))
  if (!own) return 'ended'
  // Until its account's oldest are closed: two at once would not see each other's.
  await lockLogins(queries, own.issuer, own.subject)
  const at = timestampOf(now)
  const { rows } = await queries.execute(sql`
    insert into live_channel (id, login, cursor, opened_at, seen_at)
    select ${id}, id_hash, coalesce((select max(id) from live_event), 0), ${at}, ${at}
    from session where id_hash = ${login}
    on conflict (id) do update
      set cursor = excluded.cursor, answered = null, opened_at = excluded.opened_at, seen_at = excluded.seen_at
      where live_channel.login = excluded.login
    returning id`)
  if (rows.length > 0) return 'opened'
  const { rows: logins } = await queries.execute(sql`select from session where id_hash = ${login}`)
  return logins.length > 0 ? 'taken' : 'ended'
}

/** Ends all but the newest channels of that login's account. Returns which. */
export async function closeOldest(queries: Queries, login: string, most: number): Promise<string[]> {
  const { rows } = await queries.execute<{ id: string }>(sql`
    delete from live_channel where id in (
      select live_channel.id
      from session mine
      join session on session.issuer = mine.issuer and session.subject = mine.subject
      join live_channel on live_channel.login = session.id_hash
      where mine.id_hash = ${login}
      order by live_channel.opened_at desc, live_channel.id
      offset ${most}::int
    )
    returning id`)
  return rows.map(({ id }) => id)
}

export interface Advance {
  readonly id: string
  readonly cursor: number
  readonly mark: string | null
}

export interface Given {
  /** What is new to the first of them, in its order. */
  readonly events: readonly LiveEvent[]
  /** The channels that were behind and no longer are. */
  readonly advanced: ReadonlySet<string>
}

/**
 * Gives channels everything that happened since: returns it and records that they have it. Only channels that are still
 * where the caller thought get it: however many polls of a channel wait in however many processes, one of them is given
 * an event. One statement, since everybody waits for it after each pick.
 */
export async function giveEvents(
  queries: Queries,
  advances: readonly Advance[],
  now: Date,
  written: WrittenEvents,
): Promise<Given> {
  const first = Math.min(...advances.map(({ cursor }) => cursor))
  const known = written.after(first)
  const given = await oneRow<{ events: { id: number; message: LiveMessage | null }[]; advanced: string[] }>(
    queries,
    sql`
    with news as (
      select id, case when id = any(${`{${[...known.keys()].join(',')}}`}::text::int[]) then null else body end as body
      from live_event where id > ${first}::int
    ),
    newest as (select max(id) as id from news),
    advanced as (
      update live_channel
      set cursor = newest.id, answered = incoming.mark, seen_at = ${timestampOf(now)}
      from newest, ${rowsOf(advances, {
        id: ['text', ({ id }) => id],
        cursor: ['int', ({ cursor }) => cursor],
        mark: ['text', ({ mark }) => mark],
      })}
      where live_channel.id = incoming.id and live_channel.cursor = incoming.cursor and live_channel.cursor < newest.id
      returning live_channel.id
    )
    select
      coalesce((select json_agg(json_build_object('id', id, 'message', body) order by id) from news), '[]') as events,
      coalesce((select json_agg(id) from advanced), '[]') as advanced`,
  )
  const events = given.events.map(({ id, message }) => {
    const found = message ?? known.get(id)
    if (!found) throw new Error(`The live event ${id} has no message`)
    return { id, message: found }
  })
  return { events, advanced: new Set(given.advanced) }
}

/** Marks these channels as seen. Returns those that still exist. */
export async function seeChannels(queries: Queries, ids: readonly string[], now: Date): Promise<Set<string>> {
  const seen = await queries
    .update(liveChannel)
    .set({ seenAt: now })
    .where(inArray(liveChannel.id, [...ids]))
    .returning({ id: liveChannel.id })
  return new Set(seen.map(({ id }) => id))
}

export async function closeChannels(queries: Queries, ids: readonly string[]): Promise<void> {
  await queries.delete(liveChannel).where(inArray(liveChannel.id, [...ids]))
}

export async function forgetUnseen(queries: Queries, seenSince: Date): Promise<void> {
  await queries.delete(liveChannel).where(lt(liveChannel.seenAt, seenSince))
}

export interface LiveEvent {
  readonly id: number
  readonly message: LiveMessage
}

export interface LiveOutlet {
  readonly database: Pick<Database, 'announce'>
  readonly writtenEvents: WrittenEvents
}

/**
 * Sends messages to everybody on the live channel when the transaction commits: each process hears the newest id and
 * reads what lies between. The transaction holds the draft's lock: ids are committed in their order.
 */
export async function sendLive(
  { database, writtenEvents }: LiveOutlet,
  queries: Queries,
  now: Instant,
  messages: readonly LiveMessage[],
): Promise<void> {
  if (messages.length === 0) return
  await queries.delete(liveEvent).where(lt(liveEvent.writtenAt, new Date(now - KEPT.liveEventsMs)))
  const written = await queries
    .insert(liveEvent)
    .values(messages.map((body) => ({ writtenAt: new Date(now), body })))
    .returning({ id: liveEvent.id })
  written.forEach(({ id }, index) => {
    const message = messages[index]
    if (message) writtenEvents.add(id, message)
  })
  await database.announce(queries, 'live', String(Math.max(...written.map(({ id }) => id))))
}
