import type { ExportRow } from './exports.ts'

/**
 * A spreadsheet would take such a text for a formula, and members choose the names. With apostrophes in front, too: the
 * table reader takes one away.
 */
const FORMULA = /^'*[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

function cellText(cell: string | number | null | undefined): string {
  if (cell === null || cell === undefined) return ''
  const text = String(cell)
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Excel takes a file without this mark for one of Windows-1252, and shows other letters than é. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A table file (RFC 4180) with these columns. */
export const csvText = (columns: readonly string[], rows: readonly ExportRow[]): string =>
  BYTE_ORDER_MARK +
  [columns.join(','), ...rows.map((row) => columns.map((column) => cellText(row[column])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('')
