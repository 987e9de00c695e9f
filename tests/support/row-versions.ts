import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/engine/database'

/** The place and the writer of every row of every table: unchanged when nothing has been written. */
export async function rowVersions(database: Database): Promise<Record<string, string>> {
  return database.transaction(async (queries) => {
    const { rows: tables } = await queries.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
    )
    const versions: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await queries.execute<{ version: string }>(sql`
        select count(*) || ' ' || coalesce(md5(string_agg(ctid || ' ' || xmin, ',' order by ctid)), '') as version
        from ${sql.identifier(name)}`)
      versions[name] = rows[0]?.version ?? ''
    }
    return versions
  })
}
