import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { StartRefusal } from '../../settings/start-refusal.ts'
import type { Engine } from '../engine/database.ts'
import { sqlErrorOf } from '../engine/database-errors.ts'
import { migrateWithin, readMigrations, refuseNewer } from '../migrate.ts'
import { repeatedly } from '../queries.ts'
import { LEFT_OUT, tablesOfMigrations } from './backup.ts'
import { type BackupLines, type CheckedBackup, damaged } from './check-backup.ts'

type Run = (script: string) => Promise<unknown[]>

export interface RestoreOptions {
  /** The league that the database holds is deleted. */
  readonly replace: boolean
  readonly report: (done: number, what: string) => void
}

const BATCH_ROWS = 2_000

/** In single quotes, as a database with standard strings reads it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Puts a backup's league into the database, in one transaction. A backup of an older version goes into the tables of
 * that version, which are then migrated. Returns what was over and is valid again.
 */
export async function restoreBackup(engine: Engine, backup: CheckedBackup, options: RestoreOptions): Promise<Revived> {
  // A server that serves meanwhile may be waiting for the very tables that are deleted, and they for its own.
  return repeatedly(() => engine.scripts((run) => fill(run, backup, engine.place, options)))
}

async function fill(run: Run, backup: CheckedBackup, place: string, options: RestoreOptions): Promise<Revived> {
  const migrations = await readMigrations()
  const { head } = backup
  const own = migrations.filter(({ number }) => head.migrations.includes(number))
  const present = await presentTables(run, place, options)
  // All at once: requests wait for one lock and not for each other's.
  if (present.length > 0) await run(`lock table ${present.join(', ')} in access exclusive mode`)
  const before = await membersNow(run, present)
  if (present.length > 0) await dropTables(run, present)
  await migrateWithin(run, own, place)
  const lines = backup.lines()
  await lines.next()
  for (const [index, table] of head.tables.entries()) {
    options.report(index / head.tables.length, `table ${index + 1} of ${head.tables.length}`)
    await fillTable(run, lines, table)
  }
  await migrateWithin(run, migrations, place)
  const invitations = await endInvitations(run)
  const revived = whatRevives(before, await membersNow(run, await tablesOfMigrations()))
  await run("select pg_notify('league', ''), pg_notify('live', ''), pg_notify('session', '')")
  await run('analyze')
  return { ...revived, invitations }
}

/** Refuses what `restoreBackup` would refuse, and changes nothing. */
export const refuseLeagueThere = async (engine: Engine, options: Pick<RestoreOptions, 'replace'>): Promise<void> =>
  engine.scripts(async (run) => void (await presentTables(run, engine.place, options)))

/** Our own tables, and no others; refused when they hold a league that must not be deleted. */
async function presentTables(run: Run, place: string, { replace }: Pick<RestoreOptions, 'replace'>): Promise<string[]> {
  const present = await namesOf(run, 'select tablename as name from pg_tables where schemaname = current_schema()')
  const known = [...new Set([...(await tablesOfMigrations()), 'schema_migration'])]
  const ours = known.filter((table) => present.includes(table))
  if (ours.includes('schema_migration')) await refuseNewer(run, await readMigrations(), place)
  const holding: string[] = []
  for (const table of ours.filter((each) => each !== 'schema_migration' && !LEFT_OUT.includes(each))) {
    if ((await run(`select 1 from ${table} limit 1`)).length > 0) holding.push(table)
  }
  if (holding.length > 0 && !replace) {
    throw new StartRefusal(
      `There is a league in ${place} already. Restore into an empty database, or add --replace to delete the league that is there.`,
    )
  }
  return ours
}

/** Another program's view or table may depend on ours. */
async function dropTables(run: Run, tables: readonly string[]): Promise<void> {
  try {
    await run(`drop table ${tables.join(', ')}`)
  } catch (error) {
    if (sqlErrorOf(error)?.code !== '2BP01') throw error
    throw new StartRefusal(
      'Something in the database that is not of Hockey Pool depends on its tables; drop that first. Nothing has been changed.',
    )
  }
}

const namesOf = async (run: Run, query: string): Promise<string[]> =>
  (await run(query)).flatMap((row) => (typeof row === 'object' && row && 'name' in row ? [String(row.name)] : []))

/** Refusals of the database that a row causes: no such column, no such value, a rule that it breaks, too deep. */
const OF_A_ROW = /^(22|23|42|54)/

async function fillTable(run: Run, lines: BackupLines, table: string): Promise<void> {
  try {
    await insertRows(run, lines, table)
  } catch (error) {
    throw OF_A_ROW.test(sqlErrorOf(error)?.code ?? '') ? damaged(`rows of its table ${table} do not fit`) : error
  }
}

async function insertRows(run: Run, lines: BackupLines, table: string): Promise<void> {
  const head = await lines.tableHead(table)
  const columns = (
    await namesOf(
      run,
      `select attname as name from pg_attribute
       where attrelid = ${quoted(table)}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       order by attnum`,
    )
  ).join(', ')
  for (let left = head.rows; left > 0; ) {
    const batch: string[] = []
    while (batch.length < BATCH_ROWS && left > 0) {
      batch.push(await lines.next())
      left--
    }
    await run(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${table}, ${quoted(`[${batch.join(',')}]`)}::json)`,
    )
  }
  for (const [column, last] of Object.entries(head.numbered)) {
    await run(`select setval(pg_get_serial_sequence(${quoted(table)}, ${quoted(column)}), ${last})`)
  }
}

/** What was over and is valid again since an earlier state of the league was restored, by the members' names. */
export interface Revived {
  readonly passkeys: readonly string[]
  readonly members: readonly string[]
  readonly admins: readonly string[]
  /** Of invitations that were open in the backup, and have been ended. */
  readonly invitations: readonly string[]
}

const Members = Type.Array(
  Type.Object({
    userName: Type.String(),
    name: Type.String(),
    isAdmin: Type.Boolean(),
    passkeys: Type.Array(Type.String()),
  }),
)
type Member = Static<typeof Members>[number]

/** The members as they are, each with the passkeys that let them in; null: the database holds no league. */
async function membersNow(run: Run, tables: readonly string[]): Promise<Member[] | null> {
  if (!tables.includes('member')) return null
  const keys = tables.includes('passkey')
    ? 'array(select id from passkey where member_id = member.id order by id)'
    : 'array[]::text[]'
  const rows = await run(`
    select user_name as "userName", display_name as name, 'admin' = any(roles) as "isAdmin", ${keys} as passkeys
    from member order by id`)
  return rows.length === 0 ? null : Value.Parse(Members, rows)
}

/** In a database that was empty nothing says what has ended since: every passkey may be one of those. */
function whatRevives(before: Member[] | null, after: Member[] | null): Omit<Revived, 'invitations'> {
  const restored = after ?? []
  const known = new Map(before?.map((member) => [member.userName, member]))
  const valid = new Set(before?.flatMap(({ passkeys }) => passkeys))
  const names = (members: readonly Member[]) => members.map(({ name }) => name)
  return {
    passkeys: names(restored.filter(({ passkeys }) => passkeys.some((id) => !valid.has(id)))),
    members: before ? names(restored.filter(({ userName }) => !known.has(userName))) : [],
    admins: names(restored.filter(({ userName, isAdmin }) => isAdmin && known.get(userName)?.isAdmin === false)),
  }
}

const Names = Type.Array(Type.Object({ name: Type.String() }))

/** An invitation that is open in a backup may have been used since, and would let its finder in once more. */
async function endInvitations(run: Run): Promise<string[]> {
  const ended = await run(`
    with ended as (
      update invitation set ended_at = now() where used_at is null and ended_at is null
      returning member_id, expires_at
    )
    select display_name as name from ended join member on member.id = member_id
    where expires_at > now() order by member.id`)
  return Value.Parse(Names, ended).map(({ name }) => name)
}
