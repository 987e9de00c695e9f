import type { Database, Engine } from '#server/db/engine/database'
import { openEmbedded } from '#server/db/engine/embedded'
import { openPostgres } from '#server/db/engine/postgres'
import { addressOf } from '../support/test-database.ts'

/** Where a league lies. It is opened while no server runs on it, or beside one on PostgreSQL. */
export interface Place {
  readonly dataDir: string
  readonly env: Record<string, string>
  open(): Promise<Engine>
}

export const embeddedPlace = (dataDir: string): Place => ({ dataDir, env: {}, open: () => openEmbedded(dataDir) })

/** Of a database on the server of TEST_DATABASE_URL. */
export async function postgresPlace(database: Database, dataDir: string): Promise<Place> {
  const url = await addressOf(database)
  return { dataDir, env: { DATABASE_URL: url }, open: () => openPostgres(url, { warn: () => {} }) }
}
