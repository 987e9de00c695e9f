import { type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, Queries } from './engine/database.ts'
import { oneRow, timestampOf } from './queries.ts'
import { repeat } from './repeat.ts'

const SECOND = 1_000
const DAY = 24 * 3_600 * SECOND

/**
 * How long rows stay, in milliseconds, and how many of one login. Sessions and the provider's records end by
 * themselves.
 */
export const KEPT = {
  /** Last season's too; of one call of one login only the latest: no login pushes out the records of others. */
  auditMs: 2 * 365 * DAY,
  auditsOfCall: 5_000,
  /** How long a repeated request is recognized by its key. */
  answersMs: 7 * DAY,
  answersOfLogin: 1_000,
  sessionsOfLogin: 50,
  /** After it ended by itself; until then its link says what became of it. */
  invitationsMs: 30 * DAY,
  /** A client that was away for longer has lost its channel, and fetches the board again. */
  liveEventsMs: 3_600 * SECOND,
  /**
   * A channel without a poll. SockJS's own servers take 5 s, less than bad Wi-Fi needs for one round trip that is sent
   * again; the app itself gives a silent channel up after 35 s.
   */
  liveChannelsMs: 60 * SECOND,
  /** What could not be sent for so long, or was being sent when its process died. */
  noticesMs: DAY,
  /** Of the score page, whose lines are official long since. */
  scoresMs: 30 * DAY,
} as const

interface Rule {
  readonly table: string
  /** Which rows go. */
  readonly where: (at: (agoMs: number) => SQL) => SQL
}

/** All but the newest of each. */
const beyond = (id: string, table: string, of: string, newest: string, most: number): SQL =>
  sql.raw(`${id} in (
    select ${id} from (
      select ${id}, row_number() over (partition by ${of} order by ${newest} desc) as place from ${table}
    ) placed where place > ${most})`)

const RULES: readonly Rule[] = [
  { table: 'audit_record', where: (at) => sql`at < ${at(KEPT.auditMs)}` },
  { table: 'audit_record', where: () => beyond('id', 'audit_record', 'subject, call', 'id', KEPT.auditsOfCall) },
  { table: 'kept_answer', where: (at) => sql`kept_at <= ${at(KEPT.answersMs)}` },
  { table: 'session', where: (at) => sql`expires_at <= ${at(0)}` },
  { table: 'session', where: () => beyond('id_hash', 'session', 'issuer, subject', 'used_at', KEPT.sessionsOfLogin) },
  { table: 'invitation', where: (at) => sql`expires_at < ${at(KEPT.invitationsMs)}` },
  { table: 'passkey_challenge', where: (at) => sql`expires_at <= ${at(0)}` },
  { table: 'live_channel', where: (at) => sql`seen_at < ${at(KEPT.liveChannelsMs)}` },
  { table: 'push_notice', where: (at) => sql`written_at < ${at(KEPT.noticesMs)}` },
  {
    table: 'score_game',
    where: (at) =>
      sql`day < (${at(KEPT.scoresMs)})::date and exists (select 1 from official_line line where line.game_id = score_game.game_id)`,
  },
  { table: 'live_event', where: (at) => sql`written_at < ${at(KEPT.liveEventsMs)}` },
]

/** Whether a day has passed since it was last done. A time in the future comes from a clock that was wrong. */
async function isRetentionDue(queries: Queries, now: Date): Promise<boolean> {
  const { due } = await oneRow<{ due: boolean }>(
    queries,
    sql`
    select not exists (
      select 1 from retention_run
      where done_at > ${timestampOf(now.getTime() - DAY)} and done_at <= ${timestampOf(now)}
    ) as due`,
  )
  return due
}

/**
 * Deletes what need not be kept any longer, in batches, since everybody else waits meanwhile. Returns how many, by
 * table.
 */
async function dropWhatIsOld(database: Database, now: Date): Promise<Record<string, number>> {
  const at = (agoMs: number) => timestampOf(now.getTime() - agoMs)
  const dropped: Record<string, number> = {}
  for (const { table, where } of RULES) {
    for (let last = BATCH; last === BATCH; ) {
      last = await database.transaction((queries) => dropSome(queries, table, where(at)))
      if (last > 0) dropped[table] = (dropped[table] ?? 0) + last
    }
  }
  await database.transaction((queries) =>
    queries.execute(sql`
      insert into retention_run (id, done_at) values (1, ${at(0)})
      on conflict (id) do update set done_at = excluded.done_at`),
  )
  return dropped
}

const BATCH = 5_000

async function dropSome(queries: Queries, table: string, where: SQL): Promise<number> {
  const { dropped } = await oneRow<{ dropped: number }>(
    queries,
    sql`
    with dropped as (
      delete from ${sql.identifier(table)}
      where ctid in (select ctid from ${sql.identifier(table)} where ${where} limit ${BATCH}::int)
      returning 1
    )
    select count(*) as dropped from dropped`,
  )
  return dropped
}

interface RetentionGiven {
  readonly database: Database
  readonly clock: () => Date
  readonly log: Pick<Logger, 'info' | 'error'>
}

const FIRST_LOOK_MS = 60_000
const LOOK_EVERY_MS = 3_600_000

/**
 * Once a day, by one of the processes that share the database: deletes what need not be kept any longer. Returns how to
 * stop, which waits for a running step.
 */
export const startRetention = (given: RetentionGiven): (() => Promise<void>) =>
  repeat(
    () => async () => {
      await applyRetention(given)
      return LOOK_EVERY_MS
    },
    FIRST_LOOK_MS,
  ).stop

/** If it is due and no process is at scheduled work right now; otherwise it is still due at the next check. */
export async function applyRetention({ database, clock, log }: RetentionGiven): Promise<void> {
  const isDue = () => database.transaction((queries) => isRetentionDue(queries, clock()))
  try {
    if (!(await isDue())) return
    await database.exclusively(async () => {
      if (!(await isDue())) return
      const dropped = await dropWhatIsOld(database, clock())
      log.info({ dropped }, 'Deleted what is not kept any longer')
    })
  } catch (error) {
    log.error({ err: error }, 'What is not kept any longer could not be deleted')
  }
}
