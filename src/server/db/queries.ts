import { setTimeout as wait } from 'node:timers/promises'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database, Queries } from './engine/database.ts'
import { isWorthRepeating } from './engine/database-errors.ts'

/**
 * A transaction whose queries all see the league at one moment: one official update, a trade as a whole or not at all.
 */
export const readOnly = <T>(database: Database, read: (queries: Queries) => Promise<T>): Promise<T> =>
  database.transaction(async (queries) => {
    await queries.execute(sql`set transaction isolation level repeatable read read only`)
    return read(queries)
  })

/** `at`: a number is in ms since 1970. */
export const timestampOf = (at: Date | number): SQL => sql`${new Date(at).toISOString()}::timestamptz`

/** The row of a query that always has just one, as counts do. */
export async function oneRow<Row extends Record<string, unknown>>(queries: Queries, query: SQL): Promise<Row> {
  const { rows } = await queries.execute<Row>(query)
  const [row] = rows
  if (!row) throw new Error('A query of one row answered none')
  return row
}

/** The row of a query that has one at most, or its first. */
export const firstRow = async <Row>(query: PromiseLike<Row[]>): Promise<Row | null> => (await query)[0] ?? null

/** What a column of a bulk insert may hold. */
export type Cell = string | number | boolean | Date | null

const quoted = (cell: Cell): string => {
  if (cell === null) return 'NULL'
  const text = cell instanceof Date ? cell.toISOString() : String(cell)
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

/**
 * Rows as a table expression for `from`: one array parameter per column however many rows there are, since a statement
 * takes at most 65,535 parameters. Sent as text, which both engines cast alike.
 */
export function rowsOf<Row>(
  rows: readonly Row[],
  columns: { readonly [name: string]: readonly [type: string, cell: (row: Row) => Cell] },
): SQL {
  const entries = Object.entries(columns)
  const arrays = entries.map(
    ([, [type, cell]]) => sql`${`{${rows.map((row) => quoted(cell(row))).join(',')}}`}::text::${sql.raw(type)}[]`,
  )
  const names = sql.raw(entries.map(([name]) => name).join(', '))
  return sql`unnest(${sql.join(arrays, sql`, `)}) as incoming (${names})`
}

/** The same of all columns of a table, in their order, by their own names and types. */
export function rowsFor<T extends PgTable>(
  table: T,
  rows: readonly { readonly [Column in keyof T['_']['columns']]: Cell }[],
): SQL {
  const columns: { readonly [Column in keyof T['_']['columns']]: PgColumn } = getTableColumns(table)
  const described: Record<string, readonly [type: string, cell: (row: (typeof rows)[number]) => Cell]> = {}
  for (const key in columns) described[columns[key].name] = [columns[key].getSQLType(), (row) => row[key]]
  return rowsOf(rows, described)
}

const columnsOf = (table: PgTable): string[] => Object.values<PgColumn>(getTableColumns(table)).map(({ name }) => name)

/** Inserts them; what follows may say what to do on a conflict. Named, so that no column gets what is another's. */
export const insertInto = <T extends PgTable>(table: T, rows: Parameters<typeof rowsFor<T>>[1]): SQL =>
  sql`insert into ${table} (${sql.raw(columnsOf(table).join(', '))}) select incoming.* from ${rowsFor(table, rows)}`

/** Inserts them, or brings those of the same key up to date; a row that is there as it is is not written. */
export function insertOrUpdate<T extends PgTable>(
  table: T,
  rows: Parameters<typeof rowsFor<T>>[1],
  ...key: readonly string[]
): SQL {
  const others = columnsOf(table).filter((name) => !key.includes(name))
  const list = (row: string) => others.map((name) => `${row}.${name}`).join(', ')
  const isSame = sql.raw(
    `${key.map((name) => `known.${name} = incoming.${name}`).join(' and ')}
      and (${list('known')}) is not distinct from (${list('incoming')})`,
  )
  return sql`
    ${insertInto(table, rows)}
    where not exists (select 1 from ${table} known where ${isSame})
    on conflict (${sql.raw(key.join(', '))})
    do update set (${sql.raw(others.join(', '))}) = row(${sql.raw(list('excluded'))})`
}

const MOST_TRIES = 5
const LONGEST_PAUSE_MS = 20

/**
 * Again when the database gave up one of several transactions that stood in each other's way. Throws what the last try
 * failed with.
 */
export async function repeatedly<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (!isWorthRepeating(error) || tried === MOST_TRIES) throw error
      await wait(Math.random() * LONGEST_PAUSE_MS * tried)
    }
  }
}
