import { SourceRefusal } from './source-error.ts'

/** Cells may stand in quotes, with commas, line ends and doubled quotes inside (RFC 4180). */
function* records(text: string, file: string): Generator<{ line: number; cells: string[] }> {
  let line = 1
  let begun = 1
  let cells: string[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    let cell: string
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1)
      while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
      if (end < 0) throw new SourceRefusal(`${file} line ${begun}: a quote is not closed.`)
      cell = text.slice(at + 1, end).replaceAll('""', '"')
      line += cell.split('\n').length - 1
      at = end + 1
    } else {
      let end = at
      while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end++
      cell = text.slice(at, end)
      at = end
    }
    cells.push(cell)
    if (text[at] === ',') {
      at++
      // A comma at the very end of the file has an empty cell behind it.
      if (at < text.length) continue
      cells.push('')
    }
    if (text[at] === '\r') at++
    if (at < text.length && text[at] !== '\n') {
      throw new SourceRefusal(`${file} line ${line}: there is text behind a closed quote.`)
    }
    at++
    // Empty lines are skipped.
    if (cells.length > 1 || cells[0] !== '') yield { line: begun, cells }
    line++
    begun = line
    cells = []
  }
}

/** A row of a table file; a wrong cell is refused by file, line and column. */
export interface TableRow {
  /** "players.csv line 17" */
  readonly place: string
  readonly line: number
  text(column: string): string
  /** Null when the cell is empty. */
  optional(column: string): string | null
  count(column: string): number
  /** Refuses the cell, naming what it should be. */
  refusal(column: string, isNot: string): SourceRefusal
}

export function* readTable(text: string, file: string, columns: readonly string[]): Generator<TableRow> {
  const rows = records(text, file)
  const head = rows.next()
  const names = head.done ? [] : head.value.cells
  const index = new Map(names.map((name, number) => [name, number]))
  const missing = columns.find((column) => !index.has(column))
  if (missing !== undefined) throw new SourceRefusal(`${file} line 1: the column ${missing} is missing.`)
  for (const { line, cells } of rows) {
    if (cells.length !== names.length) {
      throw new SourceRefusal(`${file} line ${line}: ${cells.length} cells, the head has ${names.length}.`)
    }
    yield rowOf(file, line, cells, index)
  }
}

function rowOf(file: string, line: number, cells: readonly string[], index: ReadonlyMap<string, number>): TableRow {
  const place = `${file} line ${line}`
  const row: TableRow = {
    place,
    line,
    optional: (column) => cells[index.get(column) ?? -1] || null,
    text: (column) => {
      const cell = row.optional(column)
      if (cell === null) throw new SourceRefusal(`${place}: ${column} is empty.`)
      return cell
    },
    count: (column) => {
      const cell = row.text(column)
      const value = Number(cell)
      // Tools write whole numbers with a decimal, too: 16.0
      if (!/^\d+(\.0+)?$/.test(cell) || !Number.isSafeInteger(value)) throw row.refusal(column, 'not a whole number')
      return value
    },
    refusal: (column, isNot) =>
      new SourceRefusal(`${place}: ${column} is ${JSON.stringify(row.optional(column))}, ${isNot}.`),
  }
  return row
}
