import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { desc, inArray, sql } from 'drizzle-orm'
import { type Static, Type } from 'typebox'
import type { Backups } from '#contract/office-records'
import type { OtherRecord } from '../../league/audit.ts'
import { findLeague } from '../../league/league.ts'
import { version } from '../../settings/version.ts'
import type { Database, Queries } from '../engine/database.ts'
import { readMigrations } from '../migrate.ts'
import { auditRecord } from '../tables/tables.ts'

/** Of backups that this version writes and reads. */
export const FORMAT = 1

const name = Type.String({ pattern: '^[a-z_]{1,60}$' })

/** The first line of a backup. Every table follows: a line that names it, then a line of JSON for each row. */
export const BackupHead = Type.Object({
  hockeyPoolBackup: Type.Integer(),
  /** Of the last line; not in backups of older versions, which end without one. */
  checksum: Type.Optional(Type.Literal('sha256')),
  /** Of Hockey Pool. */
  version: Type.Optional(Type.String({ pattern: '^[\\w.-]{1,40}$' })),
  madeAt: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[\\d:.]+Z$' }),
  league: Type.String(),
  season: Type.Integer(),
  /** Numbers of the migrations that made the tables. */
  migrations: Type.Array(Type.Integer(), { minItems: 1 }),
  tables: Type.Array(name),
})
export type BackupHead = Static<typeof BackupHead>

export const TableHead = Type.Object({
  table: name,
  rows: Type.Integer({ minimum: 0 }),
  /** The last number that was given out, by column. */
  numbered: Type.Record(name, Type.Number()),
})
export type TableHead = Static<typeof TableHead>

/** The last line: the checksum of all lines before it. */
export const BackupSum = Type.Object({ sha256: Type.String() })
export type BackupSum = Static<typeof BackupSum>

/** Milliseconds on a PostgreSQL server. */
const FETCH_ROWS = 250

/** The whole league as of one instant, compressed. On an embedded database everything else waits meanwhile. */
export async function makeBackup(
  database: Database,
  madeAt: Date,
  report: (done: number, what: string) => void,
): Promise<Buffer> {
  const gzip = createGzip({ level: 6 })
  const chunks: Buffer[] = []
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => gzip.once('end', resolve).once('error', reject))
  const sum = createHash('sha256')
  const write = (lines: string): Promise<void> => {
    sum.update(`${lines}\n`)
    return new Promise((resolve, reject) => gzip.write(`${lines}\n`, (error) => (error ? reject(error) : resolve())))
  }
  await database.transaction(async (queries) => {
    // One snapshot for all tables, and instants written alike whatever the server's zone is.
    await queries.execute(sql`set transaction isolation level repeatable read, read only`)
    await queries.execute(sql`set local time zone 'UTC'`)
    const tables = await tablesOfBackup(queries)
    await write(JSON.stringify(await headOf(queries, madeAt, tables)))
    for (const [index, table] of tables.entries()) {
      report(index / tables.length, `table ${index + 1} of ${tables.length}`)
      await writeTable(queries, table, write)
    }
  })
  await write(JSON.stringify({ sha256: sum.copy().digest('hex') } satisfies BackupSum))
  gzip.end()
  await ended
  report(1, 'done')
  return Buffer.concat(chunks)
}

async function headOf(queries: Queries, madeAt: Date, tables: string[]): Promise<BackupHead> {
  const league = await findLeague(queries)
  const { rows } = await queries.execute<{ number: number }>(sql`select number from schema_migration order by number`)
  return {
    hockeyPoolBackup: FORMAT,
    checksum: 'sha256',
    version,
    madeAt: madeAt.toISOString(),
    league: league?.name ?? '',
    season: league?.seasonId ?? 0,
    migrations: rows.map(({ number }) => number),
    tables,
  }
}

async function writeTable(queries: Queries, table: string, write: (line: string) => Promise<void>): Promise<void> {
  const name = sql.identifier(table)
  const { rows: counted } = await queries.execute<{ rows: number }>(sql`select count(*)::int as rows from ${name}`)
  const head: TableHead = { table, rows: counted[0]?.rows ?? 0, numbered: await numberedColumns(queries, table) }
  await write(JSON.stringify(head))
  // In the order of the key: the same league makes the same lines.
  await queries.execute(sql`
    declare backup_rows no scroll cursor for
    select to_json(${name})::text as row from ${name} order by ${sql.raw(await keyOf(queries, table))}`)
  for (;;) {
    const began = performance.now()
    const { rows } = await queries.execute<{ row: string }>(sql.raw(`fetch ${FETCH_ROWS} from backup_rows`))
    if (rows.length === 0) break
    await write(rows.map(({ row }) => row).join('\n'))
    // Half of the time is left to requests: this process's priority means nothing to a PostgreSQL server.
    await wait(performance.now() - began)
  }
  await queries.execute(sql`close backup_rows`)
}

async function keyOf(queries: Queries, table: string): Promise<string> {
  const { rows } = await queries.execute<{ name: string }>(sql`
    select quote_ident(attname) as name
    from pg_index, unnest(indkey::int[]) with ordinality as key (number, place)
    join pg_attribute on attnum = key.number
    where indrelid = quote_ident(${table})::regclass and attrelid = indrelid and indisprimary
    order by place`)
  if (rows.length === 0) throw new Error(`The table ${table} has no key`)
  return rows.map(({ name }) => name).join(', ')
}

async function numberedColumns(queries: Queries, table: string): Promise<Record<string, number>> {
  const { rows } = await queries.execute<{ name: string; last: number | null }>(sql`
    select attname as name,
      pg_sequence_last_value(pg_get_serial_sequence(quote_ident(${table}), attname)::regclass)::float8 as last
    from pg_attribute
    where attrelid = quote_ident(${table})::regclass and attidentity <> '' and not attisdropped`)
  return Object.fromEntries(rows.flatMap(({ name, last }) => (last === null ? [] : [[name, last]])))
}

/**
 * Logins, keys and challenges of passkeys stay where they are: they are secrets of one installation, and
 * anyone with a copy could get in. After a restore everybody logs in once more, opens a new live channel, and switches
 * notifications on again: a device's belong to its login, and to this installation's key. Passkeys, which are public
 * halves of keys, and hashes of invitations are of no use to a thief, and are in it.
 */
export const LEFT_OUT: readonly string[] = [
  'session',
  'app_secret',
  // Until migration 0025.
  'provider_record',
  'passkey_challenge',
  'live_channel',
  'push_subscription',
  'push_notice',
  'goal_told',
]

/**
 * Every table that a migration makes, secrets included; also those that a later one drops, which an older database has.
 */
export async function tablesOfMigrations(): Promise<string[]> {
  const scripts = (await readMigrations()).map(({ script }) => script)
  return scripts.flatMap((script) =>
    [...script.matchAll(/^create (?:unlogged )?table (\w+)/gim)].flatMap(([, name]) => name ?? []),
  )
}

/** The tables of this database that a backup holds, each after those that it refers to. */
async function tablesOfBackup(queries: Queries): Promise<string[]> {
  const known = new Set((await tablesOfMigrations()).filter((name) => !LEFT_OUT.includes(name)))
  const { rows: present } = await queries.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = current_schema() order by tablename`,
  )
  const { rows: references } = await queries.execute<{ name: string; target: string }>(sql`
    select source.relname as name, target.relname as target
    from pg_constraint
    join pg_class source on source.oid = conrelid
    join pg_class target on target.oid = confrelid
    where contype = 'f' and conrelid <> confrelid`)
  const waiting = present.map(({ name }) => name).filter((name) => known.has(name))
  const ordered: string[] = []
  while (waiting.length > 0) {
    const at = waiting.findIndex((name) =>
      references.every((reference) => reference.name !== name || !waiting.includes(reference.target)),
    )
    if (at < 0) throw new Error(`The tables ${waiting.join(', ')} refer to each other`)
    ordered.push(...waiting.splice(at, 1))
  }
  return ordered
}

/** By the command, and from the office. */
export const BACKUP_WRITTEN = 'backup.write' satisfies OtherRecord
export const BACKUP_DOWNLOADED = 'backup.download' satisfies OtherRecord

const MOST_SHOWN = 10

/** Where backups lie, as far as anybody knows: a file may have been moved since. */
export async function latestBackups(queries: Queries): Promise<Backups['backups']> {
  const rows = await queries
    .select()
    .from(auditRecord)
    .where(inArray(auditRecord.call, [BACKUP_WRITTEN, BACKUP_DOWNLOADED]))
    .orderBy(desc(auditRecord.id))
    .limit(MOST_SHOWN)
  return rows.map(({ at, params: { by, place, bytes } }) => ({
    at: at.toISOString(),
    by: String(by),
    place: String(place),
    bytes: Number(bytes),
  }))
}
