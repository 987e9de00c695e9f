import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/engine/database'
import { openPostgres } from '#server/db/engine/postgres'

/** The same database as another process sees it; null for the embedded one, which no second process can open. */
export async function secondProcess(database: Database): Promise<Database | null> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return null
  const { rows } = await database.transaction((queries) =>
    queries.execute<{ name: string }>(sql`select current_database() as name`),
  )
  const url = new URL(server)
  url.pathname = `/${rows[0]?.name}`
  return openPostgres(url.href, { warn: () => {} })
}
