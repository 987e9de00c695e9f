import { sql } from 'drizzle-orm'
import { defaultSeasonDates } from '#rules/calendar'
import type { Database } from '#server/db/engine/database'
import { league, season } from '#server/db/tables/tables'
import { testDatabase } from './test-database.ts'

interface Season {
  readonly id: number
  readonly firstDay: string
  readonly lastDay: string
}

export const season2425: Season = { id: 20242025, firstDay: '2024-10-04', lastDay: '2025-04-17' }

/** A database with a league that has been set up and has no statistics yet. */
export async function emptyLeague(of: Season): Promise<Database> {
  const database = await testDatabase()
  await resetLeague(database, of)
  return database
}

/** The same again on a database that a test has used: much faster than a new one. */
export async function resetLeague(database: Database, of: Season): Promise<void> {
  await emptyTables(database)
  await addLeague(database, of)
}

/** Leaves a database as its migrations do. */
export async function emptyTables(database: Database): Promise<void> {
  await database.transaction(async (queries) => {
    const { rows } = await queries.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration'`,
    )
    await queries.execute(
      sql`truncate ${sql.join(
        rows.map(({ name }) => sql.identifier(name)),
        sql`, `,
      )} restart identity`,
    )
  })
}

/** Sets up the league in a database that may hold members already. */
export async function addLeague(database: Database, { id, firstDay, lastDay }: Season): Promise<void> {
  const dates = defaultSeasonDates(firstDay, lastDay)
  await database.transaction(async (queries) => {
    await queries.insert(season).values({
      id,
      firstDay,
      lastDay,
      ...dates,
      tradingStartTime: new Date(dates.tradingStartTime),
      tradingEndTime: new Date(dates.tradingEndTime),
    })
    await queries.insert(league).values({ name: 'The Pool', timeZone: 'America/Toronto', seasonId: id })
  })
}
