import type { LeagueDay } from '#rules/calendar'

const DEFAULT_ROWS = 25
/** What the real one gives at most, whatever is wanted. */
const MOST_ROWS = 10_000

/** The game dates of a report's filter; null for another filter, which nobody here asks for. */
export function daysOfFilter(filter: string | null): readonly [from: LeagueDay, through: LeagueDay] | null {
  const asked = /^gameTypeId=2 and gameDate>="(\d{4}-\d{2}-\d{2})" and gameDate<="(\d{4}-\d{2}-\d{2}) 23:59:59"$/
  const [, from, through] = asked.exec(filter ?? '') ?? []
  return from && through ? [from, through] : null
}

/** The season of a report's filter; null for another filter. */
export const seasonOfFilter = (filter: string | null): number | null =>
  Number(/^gameTypeId=2 and seasonId=(\d{8})$/.exec(filter ?? '')?.[1]) || null

/** The part of the rows that was asked for, in the order that was asked for. */
export function reportPage(all: readonly object[], query: URLSearchParams): { data: object[]; total: number } {
  const limit = Number(query.get('limit') ?? DEFAULT_ROWS)
  const start = Number(query.get('start') ?? 0)
  const rows = sorted(all, query.get('sort')).slice(0, MOST_ROWS)
  return { data: rows.slice(start, start + (limit < 0 ? MOST_ROWS : limit)), total: rows.length }
}

function sorted(rows: readonly object[], sort: string | null): object[] {
  const order: unknown = JSON.parse(sort ?? '[]')
  const properties = Array.isArray(order) ? order.map((each: unknown) => read(each, 'property')) : []
  return [...rows].sort((one, other) => {
    for (const property of properties) {
      const [a, b] = [read(one, String(property)), read(other, String(property))]
      if (a !== b) return isBefore(a, b) ? -1 : 1
    }
    return 0
  })
}

const read = (from: unknown, property: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, property) : undefined

const isBefore = (one: unknown, other: unknown): boolean =>
  typeof one === 'number' && typeof other === 'number' ? one < other : String(one) < String(other)
