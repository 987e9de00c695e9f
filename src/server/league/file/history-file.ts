import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { seasonAfter, seasonName } from '#rules/calendar'
import { groupBy } from '#rules/group-by'
import { type Cents, fromWire } from '#rules/money'
import { sameName, tidy } from '#rules/names'
import { nameFault, type Problem } from './league-file.ts'
import { readYaml } from './read-league-file.ts'

/** A row as it is written; CSV has text in every cell. */
export interface WrittenRow {
  readonly line: number
  readonly value: unknown
}

export const HISTORY_COLUMNS = ['year', 'rank', 'team', 'member', 'points'] as const

export interface FileFinish {
  readonly rank: number
  readonly team: string
  readonly member: string | null
  readonly total: Cents
}

export interface FileYear {
  readonly seasonId: number
  readonly line: number
  /** In the order of their ranks. */
  readonly standings: readonly FileFinish[]
}

export interface ReadHistory {
  readonly years: readonly FileYear[]
  readonly problems: readonly Problem[]
}

const LONGEST_NAME = 100

// Each completes the sentence "... must be ...".
const MUST_BE: { readonly [Column in (typeof HISTORY_COLUMNS)[number]]: string } = {
  year: 'two years such as 1995-1996, or the first of them',
  rank: 'a whole number from 1',
  team: `a name of at most ${LONGEST_NAME} characters; a number needs quotes`,
  member: `a name of at most ${LONGEST_NAME} characters; a number needs quotes`,
  points: 'a number such as 612.50',
}

const Row = Type.Object(
  {
    year: Type.Union([Type.Integer(), Type.String()]),
    rank: Type.Integer({ minimum: 1, maximum: 100 }),
    team: Type.String({ minLength: 1, maxLength: LONGEST_NAME }),
    member: Type.Optional(Type.Union([Type.String({ maxLength: LONGEST_NAME }), Type.Null()])),
    points: Type.Number({ minimum: -1_000_000, maximum: 1_000_000, multipleOf: 0.01 }),
  },
  { additionalProperties: false },
)
type Row = Static<typeof Row>

/** The rows of a YAML list, such as `- { year: 1995-1996, rank: 1, team: Rink Rats, member: Anna, points: 612 }`. */
export function yamlRows(text: string): readonly WrittenRow[] | Problem {
  const read = readYaml(text)
  if ('problems' in read) {
    const [first = { line: 1, sentence: 'The file cannot be read.' }] = read.problems
    return first
  }
  const { value, places } = read
  if (!Array.isArray(value))
    return { line: 1, sentence: `The file must be a list, or a table with ${HISTORY_COLUMNS.join()}.` }
  return value.map((row: unknown, index) => ({ line: places.line([index]), value: row }))
}

/** "1995-1996", "1995/96" or the year in which it began; null for anything else. */
export function seasonOfYear(written: string | number): number | null {
  const [, from, to] = /^(\d{4})(?:\s*[-–/]\s*(\d{4}|\d{2}))?$/.exec(String(written).trim()) ?? []
  if (from === undefined || Number(from) < 1900) return null
  const next = Number(from) + 1
  if (to !== undefined && Number(to) !== (to.length === 2 ? next % 100 : next)) return null
  return Number(from) * 10_000 + next
}

/** Everything that is wrong with the rows, by line, and the years that they tell of. */
export function readHistory(rows: readonly WrittenRow[]): ReadHistory {
  const problems: Problem[] = []
  const read: { readonly seasonId: number; readonly line: number; readonly row: Row }[] = []
  for (const { line, value } of rows) {
    const tell = (sentence: string) => void problems.push({ line, sentence })
    if (!Value.Check(Row, value)) {
      tell(rowProblem(value))
      continue
    }
    const seasonId = seasonOfYear(value.year)
    const fault = nameFault(value.team) ?? (value.member ? nameFault(value.member) : null)
    if (seasonId === null) tell(`"${value.year}" is not a season; write two years such as 1995-1996.`)
    else if (fault) tell(fault)
    else read.push({ seasonId, line, row: value })
  }
  if (rows.length === 0) problems.push({ line: 1, sentence: 'The file has no season.' })
  const byYear = groupBy(read, ({ seasonId }) => seasonId)
  const years = [...byYear].map(([seasonId, lines]) => yearOf(seasonId, lines, problems))
  return {
    years: years.sort((one, other) => one.seasonId - other.seasonId),
    problems: problems.sort((one, other) => one.line - other.line),
  }
}

function rowProblem(value: unknown): string {
  const places = [...Value.Errors(Row, value)].map(({ instancePath }) => instancePath.split('/')[1])
  const name = HISTORY_COLUMNS.find((column) => places.includes(column))
  return name ? `${name} must be ${MUST_BE[name]}.` : `A row has ${HISTORY_COLUMNS.join(', ')}, and nothing else.`
}

function yearOf(
  seasonId: number,
  lines: readonly { readonly line: number; readonly row: Row }[],
  problems: Problem[],
): FileYear {
  const name = seasonName(seasonId)
  const sorted = lines.toSorted((one, other) => one.row.rank - other.row.rank || one.line - other.line)
  for (const [index, { line, row }] of sorted.entries()) {
    const tell = (sentence: string) => void problems.push({ line, sentence })
    const twin = sorted.slice(0, index).find((other) => sameName(other.row.team, row.team))
    if (twin) tell(`${row.team} is already on line ${twin.line} of ${name}; each team has one place.`)
    const better = sorted.filter((other) => other.row.rank < row.rank).length
    if (row.rank !== better + 1) {
      tell(`${name}: rank ${row.rank} comes after ${better} other teams; it would be rank ${better + 1}.`)
    }
    const before = sorted[index - 1]
    if (before && before.row.points < row.points) {
      tell(`${name}: rank ${row.rank} has more points than rank ${before.row.rank} on line ${before.line}.`)
    } else if (before && before.row.rank === row.rank && before.row.points !== row.points) {
      tell(`${name}: rank ${row.rank} is shared with line ${before.line}, which has other points.`)
    }
  }
  return {
    seasonId,
    line: lines[0]?.line ?? 1,
    standings: sorted.map(({ row: { rank, team, member, points } }) => ({
      rank,
      team: tidy(team),
      member: member ? tidy(member) || null : null,
      total: fromWire(points),
    })),
  }
}

/** Whether the season can be one of earlier years. */
export const isBefore = (seasonId: number, presentId: number): boolean => seasonAfter(seasonId) <= presentId
