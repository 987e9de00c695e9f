import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
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

/** What the work answers, which must not write anything. */
export async function unchanged<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const before = await rowVersions(database)
  const answer = await work()
  expect(await rowVersions(database)).toEqual(before)
  return answer
}

/** What the work is refused with, which must not write anything either. */
export const refusalOf = (database: Database, work: () => Promise<unknown>): Promise<string> =>
  unchanged(database, () =>
    work().then(
      () => 'It was done.',
      (error: Error) => error.message,
    ),
  )
