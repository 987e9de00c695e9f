import type { TSchema } from 'typebox'
import { type Elements, fieldOf, type OddElement, readAnswer, readElements, refuseOtherShape } from '../read-answer.ts'
import { Report } from '../schemas.ts'
import { SourceRefusal } from '../source.ts'
import type { GetJson } from './polite-client.ts'

/** Counts of a row that together cannot be more than another one. */
interface Share {
  readonly parts: readonly string[]
  readonly whole: string
}

const SHARES: readonly Share[] = [
  { parts: ['goals', 'assists'], whole: 'points' },
  { parts: ['evGoals', 'ppGoals', 'shGoals'], whole: 'goals' },
  { parts: ['gameWinningGoals'], whole: 'goals' },
  // A goalie has one decision in a game at most.
  { parts: ['wins', 'losses', 'otLosses'], whole: 'gamesPlayed' },
]

const countOf = (row: unknown, name: string): number | null => {
  const value = fieldOf(row, name)
  return typeof value === 'number' ? value : null
}

const withZeros = (row: object, names: readonly string[]): object => ({
  ...row,
  ...Object.fromEntries(names.filter((name) => fieldOf(row, name) === null).map((name) => [name, 0])),
})

/**
 * The reports have null where nothing was counted: in `ties` always, in other counts at times. Such a count is 0 where
 * the rest of the row leaves nothing for it; elsewhere it stays null, and the row does not fit.
 */
export function impliedZeros(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row
  const read = SHARES.reduce((now, { parts, whole }) => {
    const counted = parts.reduce((sum, name) => sum + (countOf(now, name) ?? 0), 0)
    return countOf(now, whole) === counted ? withZeros(now, parts) : now
  }, row)
  const concedes = countOf(read, 'gamesPlayed') === 1 && (countOf(read, 'goalsAgainst') ?? 0) > 0
  return concedes ? withZeros(read, ['shutouts']) : read
}

/** The most rows that a report gives, whatever the request; above it the source cuts without a word. */
export const ROW_CAP = 10_000
/** How often a report is read again if it changes while its pages are read. */
const READINGS = 3

export interface PagedReport<Row> {
  readonly get: GetJson
  /** The base address of the statistics API. */
  readonly base: string
  readonly name: string
  /** Of a row. */
  readonly schema: TSchema
  /** What a row means, before it is read. */
  readonly meaning?: (row: unknown) => unknown
  readonly parameters: Readonly<Record<string, string>>
  /** A total order: without it rows repeat and vanish from page to page. */
  readonly sort: readonly string[]
  /** Identifies a row. */
  readonly key: (row: Row) => string | number
  /** The requested part of the report, as a sentence names it. */
  readonly part?: string
}

type Reading<Row> = Elements<Row> | { readonly capped: true } | { readonly unsteady: string }

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
  const { get, name, schema, meaning = (row) => row, key } = report
  const fitting: Row[] = []
  const odd: OddElement[] = []
  const read = () => fitting.length + odd.length
  let total: number | null = null
  let pages = 0
  do {
    const { data, total: announced } = readAnswer(Report, name, await get(pageUrl(report, read()), name))
    if (announced >= ROW_CAP || data.length >= ROW_CAP) return { capped: true }
    if (total !== null && announced !== total) return { unsteady: `the total went from ${total} to ${announced}` }
    total = announced
    const page = readElements(data, (row, index) => readAnswer<Row>(schema, name, meaning(row), `/data/${index}`))
    fitting.push(...page.fitting)
    odd.push(...page.odd)
    pages++
    if (data.length === 0 && read() < total) break
  } while (read() < total)
  if (read() !== total) return { unsteady: `${total} rows are announced, ${read()} are given` }
  // A row on two pages means that another row is on none. Twice on one page it does no harm.
  const twice = fitting.length - new Set(fitting.map(key)).size
  if (pages > 1 && twice > 0) return { unsteady: `${twice} rows are on two pages` }
  return refuseOtherShape({ fitting, odd })
}

/**
 * Every row, those that do not fit apart, or a refusal; `null` when there are so many that the source may have cut
 * them.
 */
export async function readReport<Row>(report: PagedReport<Row>): Promise<Elements<Row> | null> {
  let why = ''
  for (let reading = 1; reading <= READINGS; reading++) {
    const read = await readPages(report)
    if ('capped' in read) return null
    if ('fitting' in read) return read
    why = read.unsteady
  }
  const part = report.part ? ` of ${report.part}` : ''
  throw new SourceRefusal(`${report.name}${part}: ${why}, in ${READINGS} readings.`)
}
