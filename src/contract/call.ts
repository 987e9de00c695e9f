import { type Static, type TSchema, Type } from 'typebox'

/**
 * What the app does with a call when there is no network:
 * - `startup`: shown from localStorage in the first frame, and also kept as a snapshot;
 * - `snapshot`: shows the last good response, stored by the service worker;
 * - `queue`: waits in the outbox; safe to repeat;
 * - `online`: refused with a message, because an old answer would be wrong or the action cannot wait.
 */
export type WhenOffline = 'startup' | 'snapshot' | 'queue' | 'online'

/** One API call (spec, section 7), described once for the server, the app and the documentation. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `{name}` for each parameter. */
  readonly path: `/api/v1/${string}`
  readonly summary: string
  readonly params?: TSchema
  readonly query?: TSchema
  /** A string schema means a plain-text body, any other JSON. */
  readonly body?: TSchema
  readonly answer: TSchema
  /** Default message, if neither catalogue nor server has one (spec, section 8). Empty: failures are ignored. */
  readonly failure: string
  readonly offline: WhenOffline
  /** Set if 404 is an answer ("there is none") rather than a failure. */
  readonly none?: 404
  /** The fields of path, query and body that the office's record of a change keeps. All others stay out of it. */
  readonly record?: readonly string[]
  /** Set if the header `Dry-Run: true` has it done and rolled back: the answer is that of the change. */
  readonly dryRun?: true
}

/** Preserves the literal types of a call, from which its parameters and answer are inferred. */
export const call = <const C extends Call>(described: C & { readonly record?: readonly FieldOf<C>[] }): C => described

export type Answer<C extends Call> = Static<C['answer']>
export type Params<C extends Call> = C['params'] extends TSchema ? Static<C['params']> : Record<never, never>
export type Query<C extends Call> = C['query'] extends TSchema ? Static<C['query']> : Record<never, never>
export type Body<C extends Call> = C['body'] extends TSchema ? Static<C['body']> : undefined
type FieldOf<C extends Call> = keyof Params<C> | keyof Query<C> | (Body<C> extends object ? keyof Body<C> : never)

/** A field that a server may leave out or send as null; both mean "none". */
export const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

/** Limited to the database's integers: a larger number is refused as malformed. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
/** An instant, ISO 8601 in UTC. */
export const Instant = Type.String({ examples: ['2026-11-21T01:30:00.000Z'] })
/** A day in the league's time zone, YYYY-MM-DD. */
export const Day = Type.String({ examples: ['2026-11-21'] })
/** 2026-02-30 looks like a day but is none, and a year beyond what dates can count is a mistake. */
export function isCalendarDay(text: string): boolean {
  if (!/^(19|2\d)\d\d-\d\d-\d\d$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
const isTime = (text: string): boolean =>
  /^.{10}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/.test(text) &&
  isCalendarDay(text.slice(0, 10))

/** What a request says of days and times: others than those of the calendar are refused as malformed. */
export const DayInput = Type.Refine(Day, isCalendarDay, () => 'must be a day of the calendar, such as 2026-11-21')
export const InstantInput = Type.Refine(
  Instant,
  (text) => isTime(text) && /(Z|:\d\d[+-]\d\d:\d\d)$/.test(text),
  () => 'must be an instant of the calendar, such as 2026-11-21T01:30:00.000Z',
)
/** Of the league's own clocks, without an offset. */
export const ClockTimeInput = Type.Refine(
  Type.String({ examples: ['2026-11-17T00:00'] }),
  (text) => text.length === 16 && isTime(text),
  () => 'must be a time of the calendar, such as 2026-11-17T00:00',
)
/** Pool money, which is also a score; two decimals. */
export const Money = Type.Number()

export const TeamParams = Type.Object({ teamId: Id })
export const PlayerParams = Type.Object({ playerId: Id })
export const TeamPlayerParams = Type.Object({ teamId: Id, playerId: Id })

/** A team as other entities refer to it. */
export const TeamRef = Type.Object({ id: Id, shortName: Type.String() })
export type TeamRef = Static<typeof TeamRef>

/** A player as trades and roster changes refer to them. */
export const PlayerRef = Type.Object({
  id: Id,
  name: Type.String(),
  position: maybe(Type.String()),
  nhlTeam: maybe(Type.String()),
})
export type PlayerRef = Static<typeof PlayerRef>

/** Optional where nothing in it is required, as for a call without parameters or query. */
type Part<Name extends string, T> =
  Record<never, never> extends T ? { readonly [K in Name]?: T } : { readonly [K in Name]: T }

export type CallInput<C extends Call> = Part<'params', Params<C>> &
  Part<'query', Query<C>> &
  (Body<C> extends undefined ? { readonly body?: undefined } : { readonly body: Body<C> })

/** The path and query as sent. */
export const addressOf = (call: Call, params: object = {}, query: object = {}): string => {
  const given = new Map<string, unknown>(Object.entries(params))
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.get(name))))
  const search = Object.entries(query)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`]))
    .join('&')
  return search ? `${path}?${search}` : path
}
