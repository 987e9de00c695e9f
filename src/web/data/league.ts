import { getLeagueSettings } from '#contract/league'
import { callQuery } from './call-query.ts'

// Set once a season by an admin.
const FRESH_MS = 60 * 60_000

export const leagueSettings = () => callQuery(['league-settings'], getLeagueSettings, {}, FRESH_MS)
