import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { version } from '../../settings/version.ts'
import type { Database, Queries } from '../engine/database.ts'
import { type BackupHead, type BackupSum, FORMAT, type TableHead } from './backup-format.ts'
import { tablesOfBackup } from './backup-tables.ts'
import { findLeague } from './league.ts'

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
  // In the order of the key, so that the same league makes the same lines.
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
