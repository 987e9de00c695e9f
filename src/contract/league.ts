import { type Static, Type } from 'typebox'
import { call, Day, Instant, maybe } from './call.ts'

/** The league's values for the configurable rules; the defaults are `LEAGUE_DEFAULTS`. */
export const LeagueConstants = Type.Object({
  seasonGames: Type.Number(),
  rosterSize: Type.Number(),
  maxDressed: Type.Number(),
  minDefenders: Type.Number(),
  minGoalies: Type.Number(),
  scratchDays: Type.Number(),
  holdDays: Type.Number(),
  closedWeeksAtStart: Type.Number(),
  closedWeeksAtEnd: Type.Number(),
  commissionOfPoints: Type.Number(),
  commissionOfProjected: Type.Number(),
  normalizedGamesFloor: Type.Number(),
  boxSpare: Type.Number(),
})

export const LeagueSettings = Type.Object({
  rosterHoldStartDate: maybe(Day),
  tradingStartTime: maybe(Instant),
  tradingEndTime: maybe(Instant),
  keeperLastBuyDate: maybe(Day),
  /** IANA name; days and weeks are counted in this zone. */
  timeZone: maybe(Type.String()),
  constants: maybe(LeagueConstants),
})
export type LeagueSettings = Static<typeof LeagueSettings>

export const getLeagueSettings = call({
  method: 'GET',
  path: '/api/v1/league-admin/settings',
  summary: 'Dates and limits of the season',
  answer: LeagueSettings,
  failure: 'Failed to fetch league settings',
  offline: 'snapshot',
})
