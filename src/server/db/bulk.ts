import { type SQL, sql } from 'drizzle-orm'

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
