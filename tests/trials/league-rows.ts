import { sql } from 'drizzle-orm'
import type { Database, Queries } from '#server/db/engine/database'

const DAY_MS = 86_400_000
/** Of a longer table, statistics and schedules, only a sum is compared. */
const LONG = 10_000
const HOUR_MS = 3_600_000

/** Secrets of one installation, what is noted of who is looking, and answers, which repeat what stands in other rows. */
const LEFT_OUT = ['app_secret', 'passkey_challenge', 'live_channel', 'kept_answer', 'retention_run', 'schema_migration']

/** The columns that the database numbers, and those that refer to them: a kill leaves gaps in the numbers. */
async function numbered(queries: Queries): Promise<Map<string, string[]>> {
  const { rows } = await queries.execute<{ name: string; columns: string[] }>(sql`
    select relname as name, array_agg(attname::text) as columns
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and (
      attidentity <> '' or exists (
        select from pg_constraint
        join pg_attribute target on target.attrelid = confrelid and target.attnum = any (confkey)
        where contype = 'f' and conrelid = pg_attribute.attrelid and pg_attribute.attnum = any (conkey)
          and target.attidentity <> ''))
    group by relname`)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/**
 * An instant since `since` is given by its day alone, whether it is written out or in ms, and a hash not at all: two
 * leagues cannot have the same.
 */
const withoutChance = (text: string, since: number): string => {
  const day = (at: number, written: string): string => {
    const past = at - since
    return past >= 0 && past % DAY_MS < HOUR_MS ? `day ${Math.floor(past / DAY_MS)}` : written
  }
  return text
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(?:Z|[+-]\d\d:\d\d)/g, (written) =>
      day(Date.parse(written), written),
    )
    .replaceAll(/\b\d{13}\b/g, (written) => day(Number(written), written))
    .replaceAll(/"[\w-]{43}"/g, '"hash"')
}

/** The rows of each table. */
export type Rows = ReadonlyMap<string, readonly string[]>

/** The rows that only one of two leagues has, with their tables. */
export const differing = (one: Rows, other: Rows): string[] =>
  [...one].flatMap(([name, rows]) => {
    const others = other.get(name) ?? []
    const only = (these: readonly string[], those: readonly string[], mark: string) => {
      const left = those.slice()
      return these.flatMap((row) => {
        const found = left.indexOf(row)
        if (found < 0) return [`${mark} ${name} ${row}`]
        left.splice(found, 1)
        return []
      })
    }
    if (rows.join() === others.join()) return []
    return [...only(rows, others, 'has'), ...only(others, rows, 'lacks')]
  })

/**
 * Everything that a league is, table by table: two leagues in which the same was done since that instant are equal. Of
 * the downloads of backups nothing is in it.
 */
export async function leagueRows(database: Database, since: number): Promise<Rows> {
  return database.transaction(async (queries) => {
    const { rows: tables } = await queries.execute<{ name: string }>(sql`
      select tablename as name from pg_tables where schemaname = current_schema() order by 1`)
    const columns = await numbered(queries)
    const found = new Map<string, string[]>()
    for (const { name } of tables.filter((table) => !LEFT_OUT.includes(table.name))) {
      const dropped = columns.get(name) ?? []
      const table = sql`(select (to_jsonb(t) - ${sql.param(dropped)}::text[])::text as row from ${sql.identifier(name)} t) each`
      const { rows: sizes } = await queries.execute<{ rows: number }>(
        sql`select count(*)::int as rows from ${sql.identifier(name)}`,
      )
      const isLong = (sizes[0]?.rows ?? 0) > LONG
      const { rows } = await queries.execute<{ row: string }>(
        isLong
          ? sql`select md5(string_agg(row, ',' order by row)) as row from ${table}`
          : sql`select row from ${table}`,
      )
      // A download that was cut short has begun again.
      found.set(
        name,
        rows
          .map(({ row }) => withoutChance(row, since))
          .filter((row) => !row.includes('backup.download'))
          .sort(),
      )
    }
    return found
  })
}
