import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { tablesOfMigrations } from '#server/db/backup/backup'
import { readMigrations } from '#server/db/migrate'
import { testDatabase } from '../support/test-database.ts'

const modules = import.meta.glob('../../src/server/db/tables/*.ts', { eager: true })
const tables = Object.values(modules).flatMap((module) =>
  typeof module === 'object' && module ? Object.values(module).filter((each) => is(each, PgTable)) : [],
)

/** `name type`, and `not null` where it is; alike for what the code says and what the migrations made. */
const described = tables.map((table) => {
  const { name, columns } = getTableConfig(table)
  return {
    name,
    columns: columns.map((each) => `${each.name} ${each.getSQLType()}${each.notNull ? ' not null' : ''}`).sort(),
  }
})

test('every table that the code knows is as the migrations made it, column by column', async () => {
  const database = await testDatabase()
  const { rows } = await database.transaction((queries) =>
    queries.execute<{ name: string; column: string }>(sql`
      select relname as name,
        attname || ' ' || format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end as column
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`),
  )
  await database.close()
  const made = new Map<string, string[]>()
  for (const { name, column } of rows) made.set(name, [...(made.get(name) ?? []), column])
  expect(described.length).toBeGreaterThan(20)
  for (const { name, columns } of described)
    expect({ name, columns: made.get(name)?.sort() }).toEqual({ name, columns })
})

/** Only touched by whole statements of SQL. */
const PLAIN = ['imported_day', 'imported_career', 'correction', 'scheduled_import', 'retention_run']

test('every other table of the migrations is known to the code', async () => {
  const known = new Set(described.map(({ name }) => name))
  const scripts = (await readMigrations()).map(({ script }) => script).join('\n')
  const dropped = [...scripts.matchAll(/^drop table (\w+)/gm)].map(([, name]) => name)
  const made = (await tablesOfMigrations()).filter((name) => !dropped.includes(name))
  expect(made.filter((name) => !known.has(name))).toEqual(PLAIN)
})
