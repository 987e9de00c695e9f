import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartRefusal } from '../start-refusal.ts'
import type { Engine } from './database.ts'

/** Any number, the same in every version: one process migrates at a time. */
const MIGRATION_LOCK = 19_950_101

export interface Migration {
  number: number
  name: string
  script: string
}

/** The numbered files, `0001_league.sql` first, beside this file in src as in dist. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

export async function readMigrations(folder: string = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9-]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => ({
      number: Number(name.slice(0, 4)),
      name: name.slice(0, -'.sql'.length),
      script: await readFile(join(folder, name), 'utf8'),
    })),
  )
}

/** Brings the database to this version: every missing migration in one transaction, or nothing. */
export async function migrate(database: Engine, folder: string = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return database.scripts((run) => migrateWithin(run, migrations, database.place))
}

/** The same inside a transaction that does more. */
export async function migrateWithin(
  run: (script: string) => Promise<unknown[]>,
  migrations: readonly Migration[],
  place: string,
): Promise<string[]> {
  const newest = Math.max(0, ...migrations.map(({ number }) => number))
  await run(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
  await run(`create table if not exists schema_migration (
    number integer primary key,
    name text not null,
    applied_at timestamptz not null default now()
  )`)
  const applied = (await run('select number from schema_migration')).flatMap((row) =>
    typeof row === 'object' && row !== null && 'number' in row ? [Number(row.number)] : [],
  )
  const theirs = Math.max(0, ...applied)
  if (theirs > newest) {
    throw new StartRefusal(
      `The database in ${place} was made by a newer version of Hockey Pool (version ${theirs} of its tables, this version knows ${newest}); start the newer version, or restore a backup.`,
    )
  }
  const missing = migrations.filter(({ number }) => !applied.includes(number))
  for (const { number, name, script } of missing) {
    await run(script)
    await run(`insert into schema_migration (number, name) values (${number}, '${name}')`)
  }
  return missing.map(({ name }) => name)
}
