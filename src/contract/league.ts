import { type Static, Type } from 'typebox'
import { call, Day, Instant, maybe } from './call.ts'

export const LeagueSettings = Type.Object({
  rosterHoldStartDate: maybe(Day),
  tradingStartTime: maybe(Instant),
  tradingEndTime: maybe(Instant),
  keeperLastBuyDate: maybe(Day),
  /** IANA name of the zone that days and weeks are counted in. */
  timeZone: maybe(Type.String()),
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
