import { getLeagueSettings } from '#contract/league'
import { callQuery } from './call-query.ts'

// Set once a season by an admin; the next season's are wanted soon after its start.
const FRESH_MS = 10 * 60_000

export const leagueSettings = () => callQuery(['league-settings'], getLeagueSettings, {}, FRESH_MS)
