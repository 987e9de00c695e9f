import { sql } from 'drizzle-orm'
import type { Database, Queries } from './engine/database.ts'

/** A transaction whose queries all see the league at one moment: one official update, a trade as a whole or not at all. */
export const readOnly = <T>(database: Database, read: (queries: Queries) => Promise<T>): Promise<T> =>
  database.transaction(async (queries) => {
    await queries.execute(sql`set transaction isolation level repeatable read read only`)
    return read(queries)
  })
