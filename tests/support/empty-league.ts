import { sql } from 'drizzle-orm'
import { defaultSeasonDates } from '#rules/calendar'
import type { Database, Queries } from '#server/db/engine/database'
import { member } from '#server/db/tables/identity-tables'
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
  await database.transaction(async (queries) => {
    await addSeason(queries, { id, firstDay, lastDay })
    await queries.insert(league).values({ name: 'The Pool', timeZone: 'America/Toronto', seasonId: id })
  })
}

/** With the dates that the rules make of its days. */
export async function addSeason(queries: Queries, { id, firstDay, lastDay }: Season): Promise<void> {
  const { tradingStartTime, tradingEndTime, ...dates } = defaultSeasonDates(firstDay, lastDay)
  const trading = { tradingStartTime: new Date(tradingStartTime), tradingEndTime: new Date(tradingEndTime) }
  await queries.insert(season).values({ id, firstDay, lastDay, ...dates, ...trading })
}

/** Members by their user names, or with what else is known of them. */
export const addMembers = (
  database: Database,
  ...members: readonly (string | (Partial<typeof member.$inferInsert> & { userName: string }))[]
): Promise<unknown> => {
  const rows = members.map((each) => (typeof each === 'string' ? { userName: each } : each))
  return database.transaction((queries) =>
    queries.insert(member).values(rows.map((row) => ({ displayName: row.userName, ...row }))),
  )
}
