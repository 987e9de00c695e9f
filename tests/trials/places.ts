import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/engine/database'
import { openEmbedded } from '#server/db/engine/embedded'
import { openPostgres } from '#server/db/engine/postgres'
import type { Place } from './office-kills.ts'

export const embeddedPlace = (dataDir: string): Place => ({ dataDir, env: {}, open: () => openEmbedded(dataDir) })

/** Of a database on the server of TEST_DATABASE_URL. */
export async function postgresPlace(database: Database, dataDir: string): Promise<Place> {
  const { rows } = await database.transaction((queries) =>
    queries.execute<{ name: string }>(sql`select current_database() as name`),
  )
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = `/${rows[0]?.name}`
  return { dataDir, env: { DATABASE_URL: url.href }, open: () => openPostgres(url.href, { warn: () => {} }) }
}
