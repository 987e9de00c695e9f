import type { Column, Columns } from './columns.ts'

const directions = ['asc', 'desc'] as const
type Direction = (typeof directions)[number]

export interface Sort {
  readonly key: string
  readonly direction: Direction
}

export const sortKeyName = (table: string) => `${table}_sort`
export const directionName = (table: string) => `${table}_dir`

const isDirection = (value: unknown): value is Direction => directions.some((direction) => direction === value)

const firstDirection = <Row>(column: Column<Row>): Direction => (column.kind === 'text' ? 'asc' : 'desc')

/** The sort that the address asks for; what it does not know falls back to the default. */
export function readSort<Row>(
  search: Readonly<Record<string, unknown>>,
  table: string,
  columns: Columns<Row>,
  fallback: Sort,
): Sort {
  const column = columns.find(({ key }) => key === search[sortKeyName(table)])
  const direction = search[directionName(table)]
  if (!column) return fallback
  if (isDirection(direction)) return { key: column.key, direction }
  return column.key === fallback.key ? fallback : { key: column.key, direction: firstDirection(column) }
}

/** A click on the sorted column turns it round, on another begins with that column's first direction. */
export const nextSort = <Row>(current: Sort, column: Column<Row>): Sort =>
  current.key === column.key
    ? { key: column.key, direction: current.direction === 'asc' ? 'desc' : 'asc' }
    : { key: column.key, direction: firstDirection(column) }

const words = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b))

/** Sorted copy; equal rows keep the server's order. */
export function sortRows<Row>(rows: readonly Row[], columns: Columns<Row>, sort: Sort): Row[] {
  const column = columns.find(({ key }) => key === sort.key)
  if (!column) return [...rows]
  const sign = sort.direction === 'asc' ? 1 : -1
  return [...rows].sort((left, right) => {
    const a = column.value(left) ?? null
    const b = column.value(right) ?? null
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * compare(a, b)
  })
}

export const ariaSort = <Row>(column: Column<Row>, sort: Sort): 'ascending' | 'descending' | undefined =>
  column.key !== sort.key ? undefined : sort.direction === 'asc' ? 'ascending' : 'descending'

/** The arrow shows the direction; its room is there without one, too. */
export const ARROWS = { ascending: '\u25b2', descending: '\u25bc', none: '' } as const
