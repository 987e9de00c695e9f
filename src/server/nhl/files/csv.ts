import { SourceRefusal } from '../source.ts'

/** As programs in other countries write them; the first that has the columns is meant. */
const SEPARATORS = [',', ';', '\t']
/** An extra first line, for Excel. */
const SEPARATOR_LINE = /^\s*"?sep=(.)"?[^\S\r\n]*(?:\r\n|\r|\n)/i
const LINE_END = /\r\n|\r|\n/g
/** What an export puts before a text that a spreadsheet would take for a formula. */
const GUARDED = /^'+[=+\-@\t\r]/

interface Written {
  readonly file: string
  readonly text: string
  readonly separator: string
  /** The number of the text's first line in the file. */
  readonly firstLine: number
}

/**
 * Cells may stand in quotes, with separators, line ends and doubled quotes inside (RFC 4180); spaces around them go.
 */
function* records({ file, text, separator, firstLine }: Written): Generator<{ line: number; cells: string[] }> {
  let line = firstLine
  let begun = firstLine
  let cells: string[] = []
  let at = 0
  const skipSpaces = () => {
    while (at < text.length && text[at] !== separator && /[^\S\r\n]/.test(text[at] ?? '')) at++
  }
  while (at < text.length) {
    let cell: string
    skipSpaces()
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1)
      while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
      if (end < 0) throw new SourceRefusal(`${file} line ${begun}: a quote is not closed.`)
      cell = text.slice(at + 1, end).replaceAll('""', '"')
      line += cell.match(LINE_END)?.length ?? 0
      at = end + 1
      skipSpaces()
    } else {
      let end = at
      while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
      cell = text.slice(at, end).trimEnd()
      at = end
    }
    cells.push(GUARDED.test(cell) ? cell.slice(1) : cell)
    if (text[at] === separator) {
      at++
      // A separator at the very end of the file has an empty cell behind it.
      if (at < text.length) continue
      cells.push('')
    }
    if (at < text.length && text[at] !== '\n' && text[at] !== '\r') {
      throw new SourceRefusal(`${file} line ${line}: there is text behind a closed quote.`)
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    // Spreadsheets write empty rows below the last one.
    if (cells.some((each) => each !== '')) yield { line: begun, cells }
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

const nameOf = (cell: string): string => cell.trim().toLowerCase()

/** The names of the columns, and the rows below them. */
function headed(written: Written) {
  const rows = records(written)
  const head = rows.next()
  const names = head.done ? [] : head.value.cells.map(nameOf)
  while (names.at(-1) === '') names.pop()
  return { rows, names, line: head.done ? written.firstLine : head.value.line }
}

/** The text by the separator that it names, or by the one that gives it the columns. */
function separated(text: string, file: string, columns: readonly string[]) {
  const whole = text.replace(/^\uFEFF/, '')
  const [line, named] = SEPARATOR_LINE.exec(whole) ?? []
  if (line !== undefined && named !== undefined) {
    const firstLine = 1 + (line.match(LINE_END)?.length ?? 0)
    return headed({ file, text: whole.slice(line.length), separator: named, firstLine })
  }
  const [head = ''] = /.*\S.*/.exec(whole) ?? []
  const known = (separator: string) => {
    const names = head.split(separator).map((cell) => nameOf(cell.replaceAll('"', '')))
    return columns.filter((each) => names.includes(nameOf(each))).length
  }
  const separator = SEPARATORS.reduce((best, each) => (known(each) > known(best) ? each : best))
  return headed({ file, text: whole, separator, firstLine: 1 })
}

/** The rows of a table whose head has these columns among others, in any letter case and order. */
export function* readTable(text: string, file: string, columns: readonly string[]): Generator<TableRow> {
  const { rows, names, line: headLine } = separated(text, file, columns)
  const index = new Map(names.map((name, number) => [name, number]))
  for (const column of columns) {
    const found = names.filter((name) => name === nameOf(column)).length
    if (found === 0) throw new SourceRefusal(`${file} line ${headLine}: the column ${column} is missing.`)
    if (found > 1) throw new SourceRefusal(`${file} line ${headLine}: the column ${column} is there ${found} times.`)
  }
  for (const { line, cells } of rows) {
    while (cells.length > names.length && cells.at(-1) === '') cells.pop()
    if (cells.length !== names.length) {
      const hint = cells.length > names.length ? ' A cell with a comma needs quotes, an amount a point: 612.50.' : ''
      throw new SourceRefusal(`${file} line ${line}: ${cells.length} cells, the head has ${names.length}.${hint}`)
    }
    yield rowOf(file, line, cells, index)
  }
}

function rowOf(file: string, line: number, cells: readonly string[], index: ReadonlyMap<string, number>): TableRow {
  const place = `${file} line ${line}`
  const row: TableRow = {
    place,
    line,
    optional: (column) => cells[index.get(nameOf(column)) ?? -1] || null,
    text: (column) => {
      const cell = row.optional(column)
      if (cell === null) throw new SourceRefusal(`${place}: ${column} is empty.`)
      return cell
    },
    count: (column) => {
      const cell = row.text(column)
      const value = Number.parseInt(cell, 10)
      // Tools write whole numbers with a decimal, too: 16.0
      if (!/^\d+([.,]0+)?$/.test(cell) || !Number.isSafeInteger(value)) throw row.refusal(column, 'not a whole number')
      return value
    },
    refusal: (column, isNot) =>
      new SourceRefusal(`${place}: ${column} is ${JSON.stringify(row.optional(column))}, ${isNot}.`),
  }
  return row
}
