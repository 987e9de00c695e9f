import type { ExportRow } from '../../store/subjects/exports.ts'

/** A spreadsheet takes such a text for a formula; names are chosen by members. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

function cellText(cell: string | number | null | undefined): string {
  if (cell === null || cell === undefined) return ''
  const text = String(cell)
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A table file (RFC 4180) with these columns. */
export const csvText = (columns: readonly string[], rows: readonly ExportRow[]): string =>
  [columns.join(','), ...rows.map((row) => columns.map((column) => cellText(row[column])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('')
