import type { Database } from '#server/db/engine/database'
import { openPostgres } from '#server/db/engine/postgres'
import { addressOf } from './test-database.ts'

/** The same database as another process sees it; null for the embedded one, which no second process can open. */
export const secondProcess = async (database: Database): Promise<Database | null> =>
  process.env.TEST_DATABASE_URL ? openPostgres(await addressOf(database), { warn: () => {} }) : null
