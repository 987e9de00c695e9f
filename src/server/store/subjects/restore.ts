import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { StartRefusal } from '../../settings/start-refusal.ts'
import type { Engine } from '../engine/database.ts'
import { type Migration, migrateWithin, readMigrations } from '../engine/migrate.ts'
import { LEFT_OUT, tablesOfMigrations } from './backup-tables.ts'

type Run = (script: string) => Promise<unknown[]>

const name = Type.String({ pattern: '^[a-z_]{1,60}$' })
const Head = Type.Object({
  hockeyPoolBackup: Type.Integer(),
  madeAt: Type.String(),
  league: Type.String(),
  season: Type.Integer(),
  migrations: Type.Array(Type.Integer(), { minItems: 1 }),
  tables: Type.Array(name),
})
type Head = Static<typeof Head>
const TableHead = Type.Object({
  table: name,
  rows: Type.Integer({ minimum: 0 }),
  numbered: Type.Record(name, Type.Number()),
})

export interface RestoreOptions {
  /** The league that the database holds is deleted. */
  readonly replace: boolean
  readonly dryRun: boolean
  readonly report: (done: number, what: string) => void
}

/** The format of backups that this version writes and reads. */
const FORMAT = 1
const BATCH_ROWS = 2_000

const damaged = (why: string): StartRefusal =>
  new StartRefusal(`The file is not a whole backup of Hockey Pool: ${why}. Nothing has been changed.`)

/** In single quotes, as a database with standard strings reads it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Puts a backup's league into the database, in one transaction. A backup of an older version goes into the tables of
 * that version, which are then migrated.
 */
export async function restoreBackup(
  engine: Engine,
  lines: AsyncIterator<string>,
  options: RestoreOptions,
): Promise<Head> {
  const migrations = await readMigrations()
  const head = await parseLine(lines, Head)
  const own = checkVersion(head, migrations)
  const known = await tablesOfMigrations()
  const strange = head.tables.find((table) => !known.includes(table) || LEFT_OUT.includes(table))
  if (strange) throw damaged(`it has a table ${strange}`)
  await engine.scripts(async (run) => {
    const present = await presentTables(run, engine.place, options)
    if (options.dryRun) return
    if (present.length > 0) await run(`drop table ${present.join(', ')}`)
    await migrateWithin(run, own, engine.place)
    for (const [index, table] of head.tables.entries()) {
      options.report(index / head.tables.length, `table ${index + 1} of ${head.tables.length}`)
      await fillTable(run, lines, table)
    }
    if (!(await lines.next()).done) throw damaged('it goes on after its last table')
    await migrateWithin(run, migrations, engine.place)
    await run("select pg_notify('league', ''), pg_notify('live', ''), pg_notify('session', '')")
    await run('analyze')
  })
  return head
}

async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const { value, done } = await lines.next().catch(() => {
    throw damaged('it is cut or has been changed')
  })
  if (done || typeof value !== 'string') throw damaged('it ends too early')
  return value
}

async function parseLine<Schema extends TSchema>(
  lines: AsyncIterator<string>,
  schema: Schema,
): Promise<Static<Schema>> {
  const line = await nextLine(lines)
  try {
    return Value.Parse(schema, JSON.parse(line))
  } catch {
    throw damaged('a line is not as it was written')
  }
}

/** The migrations that made the backup's tables. */
function checkVersion(head: Head, migrations: readonly Migration[]): Migration[] {
  const newest = Math.max(...migrations.map(({ number }) => number))
  const theirs = Math.max(...head.migrations)
  if (head.hockeyPoolBackup !== FORMAT || theirs > newest) {
    throw new StartRefusal(
      `The backup was made by a newer version of Hockey Pool (version ${theirs} of its tables, this version knows ${newest}); restore it with that version.`,
    )
  }
  return migrations.filter(({ number }) => head.migrations.includes(number))
}

/** Our own tables, and no others; refused when they hold a league that must not be deleted. */
async function presentTables(run: Run, place: string, { replace }: RestoreOptions): Promise<string[]> {
  const present = await namesOf(run, 'select tablename as name from pg_tables where schemaname = current_schema()')
  const known = [...new Set([...(await tablesOfMigrations()), 'schema_migration'])]
  const ours = known.filter((table) => present.includes(table))
  const holding: string[] = []
  for (const table of ours.filter((each) => each !== 'schema_migration' && !LEFT_OUT.includes(each))) {
    if ((await run(`select 1 from ${table} limit 1`)).length > 0) holding.push(table)
  }
  if (holding.length > 0 && !replace) {
    throw new StartRefusal(
      `There is a league in ${place} already. Restore into an empty database, or add --replace to give up what is there.`,
    )
  }
  return ours
}

const namesOf = async (run: Run, query: string): Promise<string[]> =>
  (await run(query)).flatMap((row) => (typeof row === 'object' && row && 'name' in row ? [String(row.name)] : []))

async function fillTable(run: Run, lines: AsyncIterator<string>, expected: string): Promise<void> {
  const head = await parseLine(lines, TableHead)
  if (head.table !== expected) throw damaged(`${expected} is missing`)
  const { table } = head
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
      batch.push(await nextLine(lines))
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
