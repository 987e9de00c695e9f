import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LeagueDay } from '#rules/calendar'
import type { GetJson } from '../../nhl/api/polite-client.ts'
import { SourceHasNone } from '../../nhl/source-error.ts'
import { type DemoSeason, demoNhl } from '../simulation/demo-nhl.ts'
import { SimulatedNhl } from './simulated-nhl.ts'

/** As it is at the time of the clock. */
export const simulatedNhl = (of: DemoSeason, clock: () => Date): SimulatedNhl => new SimulatedNhl(demoNhl(of), clock)

/** What the importer asks the NHL for, answered by the simulated one in the same process. */
export const simulatedClient =
  (nhl: SimulatedNhl, signal?: AbortSignal): GetJson =>
  async (url, endpoint) => {
    // The server that simulates the NHL has members waiting.
    await nextTurn()
    signal?.throwIfAborted()
    const answer = await answerTo(nhl, endpoint, new URLSearchParams(url.split('?')[1]))
    if (!answer) throw new SourceHasNone(`${endpoint}: there is no such thing.`, endpoint)
    return answer
  }

/** Null if there is nothing at the endpoint. */
async function answerTo(nhl: SimulatedNhl, endpoint: string, query: URLSearchParams): Promise<object | null> {
  const standings = /^standings\/(now|\d{4}-\d{2}-\d{2})$/.exec(endpoint)
  if (standings?.[1]) return nhl.standings(standings[1] === 'now' ? nhl.today : standings[1])
  const schedule = /^schedule\/(\d{4}-\d{2}-\d{2})$/.exec(endpoint)
  if (schedule?.[1]) return nhl.schedule(schedule[1])
  const score = /^score\/(\d{4}-\d{2}-\d{2})$/.exec(endpoint)
  if (score?.[1]) return nhl.score(score[1])
  const box = /^gamecenter\/(\d{1,10})\/boxscore$/.exec(endpoint)
  if (box?.[1]) return nhl.boxScore(Number(box[1]))
  const roster = /^roster\/([A-Z]{3})\/(?:current|\d{8})$/.exec(endpoint)
  if (roster?.[1]) return nhl.roster(roster[1])
  const landing = /^player\/(\d{1,9})\/landing$/.exec(endpoint)
  if (landing?.[1]) return nhl.landing(Number(landing[1]))
  const report = /^(skater|goalie)\/summary$/.exec(endpoint)
  const kind = report?.[1] === 'skater' ? 'skater' : 'goalie'
  const days = daysOfFilter(query.get('cayenneExp'))
  if (report && days && query.get('isGame') === 'true') return reportPage(nhl.report(kind, ...days), query)
  const season = seasonOfFilter(query.get('cayenneExp'))
  if (report && season && query.get('isGame') === 'false')
    return reportPage(await nhl.seasonReport(kind, season), query)
  if (endpoint === 'team') return reportPage(nhl.teams(), query)
  if (endpoint === 'season') return reportPage(nhl.seasons(), query)
  return null
}

const DEFAULT_ROWS = 25
/** What the real one gives at most, even for a higher limit. */
const MOST_ROWS = 10_000

/** The game dates of a report's filter; null for another filter, which the importer never uses. */
function daysOfFilter(filter: string | null): readonly [from: LeagueDay, through: LeagueDay] | null {
  const dayFilter = /^gameTypeId=2 and gameDate>="(\d{4}-\d{2}-\d{2})" and gameDate<="(\d{4}-\d{2}-\d{2}) 23:59:59"$/
  const [, from, through] = dayFilter.exec(filter ?? '') ?? []
  return from && through ? [from, through] : null
}

/** The season of a report's filter; null for another filter. */
const seasonOfFilter = (filter: string | null): number | null =>
  Number(/^gameTypeId=2 and seasonId=(\d{8})$/.exec(filter ?? '')?.[1]) || null

/** The requested part of the rows, in the requested order. */
function reportPage(all: readonly object[], query: URLSearchParams): { data: object[]; total: number } {
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
