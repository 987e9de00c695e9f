import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { migrationsFolder } from '../settings/places.ts'
import { StartRefusal } from '../settings/start-refusal.ts'
import type { Engine } from './engine/database.ts'

/** Any number, the same in every version: one process migrates at a time. */
const MIGRATION_LOCK = 19_950_101

export interface Migration {
  number: number
  name: string
  script: string
  /** SHA-256 of the script, whatever the line ends of the checkout. */
  checksum: string
}

export async function readMigrations(folder: string = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const odd = names.find((name) => !/^\d{4}_[a-z0-9-]+\.sql$/.test(name))
  if (odd) throw new Error(`${odd}: migrations have names such as 0001_name.sql, of a-z, 0-9 and hyphens.`)
  return Promise.all(
    names.map(async (name) => {
      const script = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      const checksum = hash('sha256', script, 'hex')
      return { number: Number(name.slice(0, 4)), name: name.slice(0, -'.sql'.length), script, checksum }
    }),
  )
}

/** Brings the database to this version: every missing migration in one transaction, or nothing. */
export async function migrate(database: Engine, folder: string = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return database.scripts((run) => migrateWithin(run, migrations, database.place))
}

/** Nothing has been migrated here yet, nor made by anybody else. */
export const isUnmade = (database: Engine): Promise<boolean> =>
  database.scripts(
    async (run) => (await run('select 1 from pg_tables where schemaname = current_schema() limit 1')).length === 0,
  )

/** The same inside a transaction that does more. */
export async function migrateWithin(
  run: (script: string) => Promise<unknown[]>,
  migrations: readonly Migration[],
  place: string,
): Promise<string[]> {
  await run(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
  await run(`create table if not exists schema_migration (
    number integer primary key,
    name text not null,
    applied_at timestamptz not null default now()
  )`)
  await run('alter table schema_migration add column if not exists checksum text')
  await refuseNewer(run, migrations, place)
  const applied = await readApplied(run)
  const theirs = Math.max(0, ...applied.keys())
  for (const { number, name, checksum } of migrations) {
    const known = applied.get(number)
    if (known === undefined && number < theirs) throw misfit(place, name, 'was left out')
    if (known != null && known !== checksum) throw misfit(place, name, 'was another one when it was applied')
  }
  const missing = migrations.filter(({ number }) => !applied.has(number))
  for (const { number, name, script, checksum } of missing) {
    await run(script)
    await run(`insert into schema_migration (number, name, checksum) values (${number}, '${name}', '${checksum}')`)
  }
  // Those applied before checksums were kept.
  for (const { number, checksum } of migrations) {
    await run(`update schema_migration set checksum = '${checksum}' where number = ${number} and checksum is null`)
  }
  return missing.map(({ name }) => name)
}

/** A database with tables that this version does not know, and could not delete. */
export async function refuseNewer(
  run: (script: string) => Promise<unknown[]>,
  migrations: readonly Migration[],
  place: string,
): Promise<void> {
  const numbers = Value.Parse(Numbers, await run('select number from schema_migration')).map(({ number }) => number)
  const [theirs, newest] = [Math.max(0, ...numbers), Math.max(0, ...migrations.map(({ number }) => number))]
  if (theirs > newest) {
    throw new StartRefusal(
      `The database in ${place} was made by a newer version of Hockey Pool (version ${theirs} of its tables, this version knows ${newest}); start the newer version, or restore a backup into an empty database.`,
    )
  }
}

const misfit = (place: string, name: string, how: string): StartRefusal =>
  new StartRefusal(
    `The tables of the database in ${place} are not this version's: migration ${name} ${how}. Start the version that made them, or restore a backup.`,
  )

const Numbers = Type.Array(Type.Object({ number: Type.Integer() }))
const Applied = Type.Array(Type.Object({ number: Type.Integer(), checksum: Type.Union([Type.String(), Type.Null()]) }))

/** The checksum of each migration by its number; null where none was kept yet. */
async function readApplied(run: (script: string) => Promise<unknown[]>): Promise<Map<number, string | null>> {
  const rows = Value.Parse(Applied, await run('select number, checksum from schema_migration'))
  return new Map(rows.map(({ number, checksum }) => [number, checksum]))
}
