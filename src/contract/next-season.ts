import { type Static, Type } from 'typebox'
import { call, Day, DayInput, Id, Instant, Money, maybe } from './call.ts'
import { SeasonId } from './history.ts'

// Beyond the specification: the step from one season to the next, for admins. Announced with `history`.

export const SeasonTeam = Type.Object({
  id: Id,
  name: Type.String(),
  shortName: Type.String(),
  cash: Money,
  members: Type.Array(Type.String()),
  isRetiring: Type.Boolean({ description: 'Marked in the office as not going on.' }),
})
export type SeasonTeam = Static<typeof SeasonTeam>

/** One thing that starting a season, or undoing that, does. */
export const PlanLine = Type.Object({
  kind: Type.Enum(['new', 'gone', 'changed', 'kept', 'note'], {
    description: '`note`: nothing is done, but to be known.',
  }),
  text: Type.String({ examples: ['season 2027-2028, from Oct 5, 2027 to Apr 15, 2028'] }),
})
export type PlanLine = Static<typeof PlanLine>

/** The start of the season that is on, which can be undone until something is done in it. */
export const SeasonStart = Type.Object({
  previousId: SeasonId,
  startedAt: Instant,
  by: maybe(Type.String({ description: 'By the name of that time; none for a command.' })),
  done: Type.Array(Type.String(), {
    description: 'What has been done since, which is why it can no longer be undone.',
  }),
  lines: Type.Array(PlanLine, { description: 'What undoing it would do.' }),
})
export type SeasonStart = Static<typeof SeasonStart>

export const NextSeason = Type.Object({
  seasonId: SeasonId,
  firstDay: Day,
  lastDay: Day,
  isOver: Type.Boolean(),
  teams: Type.Array(SeasonTeam),
  next: Type.Object({
    seasonId: SeasonId,
    firstDay: Day,
    lastDay: Day,
    isKnown: Type.Boolean({ description: 'By the NHL; otherwise its days are a guess.' }),
  }),
  start: maybe(SeasonStart),
})
export type NextSeason = Static<typeof NextSeason>

export const SeasonPlan = Type.Object({
  seasonId: SeasonId,
  rosterHoldStartDate: Day,
  tradingStartTime: Instant,
  tradingEndTime: Instant,
  keeperLastBuyDate: Day,
  lines: Type.Array(PlanLine, { description: 'Everything that starting it will do.' }),
  fingerprint: Type.String({ description: 'Of what it will do: a start of something else is refused.' }),
})
export type SeasonPlan = Static<typeof SeasonPlan>

const days = {
  firstDay: DayInput,
  lastDay: DayInput,
}
const action = { failure: 'Request failed with status {n}', offline: 'online' } as const

export const getNextSeason = call({
  method: 'GET',
  path: '/api/v1/league-admin/next-season',
  summary: 'Beyond the specification: the season that is on, and when the next begins (admins)',
  answer: NextSeason,
  failure: 'Failed to fetch the season',
  offline: 'online',
})

export const getSeasonPlan = call({
  method: 'GET',
  path: '/api/v1/league-admin/next-season/plan',
  summary: 'Beyond the specification: what starting the next season would do (admins)',
  query: Type.Object({
    ...days,
    retire: Type.Optional(
      Type.String({ pattern: '^\\d{1,9}(,\\d{1,9}){0,99}$', description: 'Ids of teams that leave.' }),
    ),
  }),
  answer: SeasonPlan,
  failure: 'Failed to fetch what would be done',
  offline: 'online',
})

export const startSeason = call({
  ...action,
  method: 'POST',
  path: '/api/v1/league-admin/next-season',
  summary: 'Beyond the specification: close the season and start the next one (admins)',
  body: Type.Object({
    seasonId: SeasonId,
    ...days,
    retire: Type.Array(Id, { maxItems: 100 }),
    fingerprint: Type.String({ maxLength: 100 }),
  }),
  record: ['seasonId', 'firstDay', 'lastDay', 'retire'],
  answer: Type.Object({ seasonId: SeasonId }),
})

export const undoSeason = call({
  ...action,
  method: 'DELETE',
  path: '/api/v1/league-admin/next-season/{seasonId}',
  summary: 'Beyond the specification: undo the start of the season that is on (admins)',
  params: Type.Object({ seasonId: SeasonId }),
  record: ['seasonId'],
  dryRun: true,
  answer: Type.Object({ seasonId: SeasonId, lines: Type.Array(PlanLine, { description: 'What was done.' }) }),
})
