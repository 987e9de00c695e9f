import { sql } from 'drizzle-orm'
import type { Queries } from '../engine/database.ts'
import { readMigrations } from '../engine/migrate.ts'

/**
 * Logins, keys and challenges of passkeys stay where they are: they are secrets of one installation, and
 * anyone with a copy could get in. After a restore everybody logs in once more, opens a new live channel, and switches
 * notifications on again: a device's belong to its login, and to this installation's key. Passkeys, which are public
 * halves of keys, and hashes of invitations are of no use to a thief, and are in it.
 */
export const LEFT_OUT: readonly string[] = [
  'session',
  'app_secret',
  // Until migration 0025.
  'provider_record',
  'passkey_challenge',
  'live_channel',
  'push_subscription',
  'push_notice',
  'goal_told',
]

/** Every table that a migration makes, secrets included; also those that a later one drops, which an older database has. */
export async function tablesOfMigrations(): Promise<string[]> {
  const scripts = (await readMigrations()).map(({ script }) => script)
  return scripts.flatMap((script) =>
    [...script.matchAll(/^create (?:unlogged )?table (\w+)/gim)].flatMap(([, name]) => name ?? []),
  )
}

/** The tables of this database that a backup holds, each after those that it refers to. */
export async function tablesOfBackup(queries: Queries): Promise<string[]> {
  const known = new Set((await tablesOfMigrations()).filter((name) => !LEFT_OUT.includes(name)))
  const { rows: present } = await queries.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = current_schema() order by tablename`,
  )
  const { rows: references } = await queries.execute<{ name: string; target: string }>(sql`
    select source.relname as name, target.relname as target
    from pg_constraint
    join pg_class source on source.oid = conrelid
    join pg_class target on target.oid = confrelid
    where contype = 'f' and conrelid <> confrelid`)
  const waiting = present.map(({ name }) => name).filter((name) => known.has(name))
  const ordered: string[] = []
  while (waiting.length > 0) {
    const at = waiting.findIndex((name) =>
      references.every((reference) => reference.name !== name || !waiting.includes(reference.target)),
    )
    if (at < 0) throw new Error(`The tables ${waiting.join(', ')} refer to each other`)
    ordered.push(...waiting.splice(at, 1))
  }
  return ordered
}
