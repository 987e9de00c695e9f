import type { TSchema } from 'typebox'
import type { GetJson } from './polite-client.ts'
import { readAnswer } from './read-answer.ts'
import { Report } from './schemas.ts'
import { SourceRefusal } from './source-error.ts'

/** The most rows that a report gives, whatever is asked for; above it the source cuts without a word. */
export const ROW_CAP = 10_000
/** How often a report is read again if it changes while its pages are read. */
const READINGS = 3

/** A report of the statistics API. */
export interface PagedReport<Row> {
  readonly get: GetJson
  /** The base address of the statistics API. */
  readonly base: string
  readonly name: string
  readonly schema: TSchema
  readonly parameters: Readonly<Record<string, string>>
  /** A total order: without it rows repeat and vanish from page to page. */
  readonly sort: readonly string[]
  /** Identifies a row. */
  readonly key: (row: Row) => string | number
  /** What of the report is asked for, in a sentence. */
  readonly part?: string
}

type Reading<Row> = { readonly rows: Row[] } | { readonly capped: true } | { readonly unsteady: string }

function pageUrl<Row>({ base, name, parameters, sort }: PagedReport<Row>, start: number): string {
  const all = {
    ...parameters,
    start: String(start),
    limit: '-1',
    sort: JSON.stringify(sort.map((property) => ({ property, direction: 'ASC' }))),
  }
  // Spaces as %20: the filter language may not accept "+".
  return `${base}/${name}?${Object.entries(all)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')}`
}

/** By what was returned until the total is reached: right whether a page has 25, 50, 100 or all rows. */
async function readPages<Row>(report: PagedReport<Row>): Promise<Reading<Row>> {
  const { get, name, schema, key } = report
  const rows: Row[] = []
  let total: number | null = null
  let pages = 0
  do {
    const answer = await get(pageUrl(report, rows.length), name)
    const page = readAnswer<Report>(Report, name, answer)
    const { data } = readAnswer<{ data: Row[] }>(schema, name, answer)
    if (page.total >= ROW_CAP || data.length >= ROW_CAP) return { capped: true }
    if (total !== null && page.total !== total) return { unsteady: `the total went from ${total} to ${page.total}` }
    total = page.total
    rows.push(...data)
    pages++
    if (data.length === 0 && rows.length < total) break
  } while (rows.length < total)
  if (rows.length !== total) return { unsteady: `${total} rows are announced, ${rows.length} are given` }
  // A row on two pages means that another row is on none. Twice on one page it does no harm.
  const twice = rows.length - new Set(rows.map(key)).size
  if (pages > 1 && twice > 0) return { unsteady: `${twice} rows are on two pages` }
  return { rows }
}

/** Every row or a refusal, never a part; `null` when there are so many that the source may have cut them. */
export async function readReport<Row>(report: PagedReport<Row>): Promise<Row[] | null> {
  let why = ''
  for (let reading = 1; reading <= READINGS; reading++) {
    const read = await readPages(report)
    if ('capped' in read) return null
    if ('rows' in read) return read.rows
    why = read.unsteady
  }
  const part = report.part ? ` of ${report.part}` : ''
  throw new SourceRefusal(`${report.name}${part}: ${why}, in ${READINGS} readings.`)
}
