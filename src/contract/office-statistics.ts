import { type Static, Type } from 'typebox'
import { ClockTimeInput, call, Day, DayInput, Instant, InstantInput, maybe } from './call.ts'
import { LeagueConstants } from './league.ts'

// Beyond the specification: statistics and the season's settings, for admins (feature `office`).

export const ImportState = Type.Object({
  state: Type.Enum(['waiting', 'running', 'ended', 'failed', 'stopped'], {
    description: '`stopped`: its process is gone; what it had read stays.',
  }),
  requestedBy: maybe(Type.String({ description: 'None: the schedule or a command.' })),
  beganAt: maybe(Instant),
  endedAt: maybe(Instant),
  done: Type.Number({ description: 'The share that is done, 0 to 1.' }),
  doing: Type.String(),
  source: maybe(Type.String()),
  days: maybe(Type.Integer({ description: 'That were read.' })),
  changedLines: maybe(Type.Integer({ description: 'That were new or different.' })),
  refused: Type.Array(Type.String(), { description: 'Sentences: what was refused, and stays as it was.' }),
  failure: maybe(Type.String({ description: 'A sentence: why it broke off.' })),
})
export type ImportState = Static<typeof ImportState>

export const OfficeStatistics = Type.Object({
  isScheduled: Type.Boolean({ description: 'Whether the server imports and publishes by itself.' }),
  everythingAt: maybe(Type.String({ description: 'The last import of everything.' })),
  gamesAt: maybe(Instant),
  seasonAt: maybe(Type.String({ description: 'When every day of the season was last read again.' })),
  publishedAt: maybe(Type.String({ description: 'The last official update.' })),
  throughDay: maybe(Type.String({ description: 'The last day of its games; none before the first game.' })),
  pending: Type.Object(
    { lines: Type.Integer(), removed: Type.Integer(), from: maybe(Day), through: maybe(Day) },
    { description: 'What waits for an official update; some of it may take lines back.' },
  ),
  clockBehind: maybe(Type.String({ description: 'A sentence: why nothing is imported or published.' })),
  latest: maybe(ImportState),
})
export type OfficeStatistics = Static<typeof OfficeStatistics>

export const getOfficeStatistics = call({
  method: 'GET',
  path: '/api/v1/office/statistics',
  summary: 'Beyond the specification: the last import and official update, and what was refused (admins)',
  answer: OfficeStatistics,
  failure: 'Failed to fetch the state of the statistics',
  offline: 'online',
})

export const importNow = call({
  method: 'POST',
  path: '/api/v1/office/statistics/import',
  summary: 'Beyond the specification: import statistics now; it runs in the background (admins)',
  body: Type.Object({ readsAll: Type.Boolean({ description: 'Every day of the season again.' }) }),
  record: ['readsAll'],
  answer: OfficeStatistics,
  failure: 'Failed to start the import',
  offline: 'online',
})

export const publishNow = call({
  method: 'POST',
  path: '/api/v1/office/statistics/publish',
  summary: 'Beyond the specification: make an official update of everything imported (admins)',
  dryRun: true,
  body: Type.Object({
    after: Type.Union([InstantInput, Type.Null()], {
      description: 'The last official update, as the admin has seen it.',
    }),
    ifNew: Type.Optional(Type.Boolean({ description: 'Refused while nothing new waits for it.' })),
  }),
  answer: OfficeStatistics,
  failure: 'Failed to publish',
  offline: 'online',
})

/** A time of the league's own clocks. */
const ClockTime = Type.String({ examples: ['2026-11-17T00:00'] })

export const OfficeSeason = Type.Object({
  season: Type.String({ examples: ['2026-2027'] }),
  timeZone: Type.String(),
  firstDay: Day,
  lastDay: Day,
  rosterHoldStartDate: Day,
  keeperLastBuyDate: Day,
  tradingStart: ClockTime,
  tradingEnd: ClockTime,
  constants: LeagueConstants,
  nhlGames: maybe(Type.Number({ description: 'How many games the NHL has each club play.' })),
  isFixed: Type.Boolean({ description: 'A player is on a roster: the constants stay.' }),
  version: Type.String(),
})
export type OfficeSeason = Static<typeof OfficeSeason>

export const SeasonChange = Type.Object({
  version: Type.String(),
  firstDay: DayInput,
  lastDay: DayInput,
  rosterHoldStartDate: DayInput,
  keeperLastBuyDate: DayInput,
  tradingStart: ClockTimeInput,
  tradingEnd: ClockTimeInput,
  constants: LeagueConstants,
})
export type SeasonChange = Static<typeof SeasonChange>

export const getOfficeSeason = call({
  method: 'GET',
  path: '/api/v1/office/season',
  summary: 'Beyond the specification: dates and constants of the season, to be changed (admins)',
  answer: OfficeSeason,
  failure: 'Failed to fetch the settings of the season',
  offline: 'online',
})

export const changeOfficeSeason = call({
  method: 'PUT',
  path: '/api/v1/office/season',
  summary: 'Beyond the specification: change dates, and constants until the first pick (admins)',
  body: SeasonChange,
  answer: OfficeSeason,
  failure: 'Failed to save the settings of the season',
  offline: 'online',
})
