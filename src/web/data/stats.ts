import { getLastUpdated, getTeam, getTeams } from '#contract/stats'
import { callQuery } from './call-query.ts'

// Figures change once per update, at most every few minutes; a minute keeps switching screens free of requests.
const FRESH_MS = 60_000

export const standings = () => callQuery(['teams'], getTeams, {}, FRESH_MS)
/** When statistics were published: small, and what tells that the rest is old. */
export const lastUpdated = () => callQuery(['last-updated'], getLastUpdated, {}, FRESH_MS / 2)
export const team = (teamId: number) => callQuery(['team', teamId], getTeam, { params: { teamId } }, FRESH_MS)
