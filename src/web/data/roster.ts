import { getRosterChanges, getRosterEntry, getTeamPlayers } from '#contract/roster'
import { callQuery } from './call-query.ts'

// Other members change their lineups at any time; one's own changes update the cache themselves.
const FRESH_MS = 60_000

/** Current players, or those sold this season. */
export const teamPlayers = (teamId: number, current: boolean) =>
  callQuery(['team-players', teamId, current], getTeamPlayers, { params: { teamId }, query: { current } }, FRESH_MS)
export const rosterEntry = (teamId: number, playerId: number) =>
  callQuery(['roster-entry', teamId, playerId], getRosterEntry, { params: { teamId, playerId } }, FRESH_MS)
export const rosterChanges = () => callQuery(['roster-changes'], getRosterChanges, {}, FRESH_MS)
