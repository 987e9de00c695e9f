import { getLeagueSettings } from '#contract/league'
import {
  getLastUpdated,
  getNhlTeams,
  getPlayer,
  getPlayers,
  getPlayersPreview,
  getPreviousSeasons,
  getRecentPoints,
  getTeam,
  getTeams,
  getTimeSeries,
  type PlayerType,
} from '#contract/stats'
import { getCart, getTrades } from '#contract/trading'
import { callQuery } from './call-query.ts'

// Set once a season by an admin; the next season's are wanted soon after its start.
const SETTINGS_FRESH_MS = 10 * 60_000

export const leagueSettings = () => callQuery(['league-settings'], getLeagueSettings, {}, SETTINGS_FRESH_MS)

// Figures change once per update, at most every few minutes; a minute keeps switching screens free of requests.
const FRESH_MS = 60_000

export const standings = () => callQuery(['teams'], getTeams, {}, FRESH_MS)
/** When statistics were published: small, and shows whether the rest is out of date. */
export const lastUpdated = () => callQuery(['last-updated'], getLastUpdated, {}, FRESH_MS / 2)
export const team = (teamId: number) => callQuery(['team', teamId], getTeam, { params: { teamId } }, FRESH_MS)
/** Beyond the specification: only where the server offers `recent-points`. */
export const recentPoints = (teamId: number) =>
  callQuery(['recent-points', teamId], getRecentPoints, { params: { teamId } }, FRESH_MS)
export const players = (type: PlayerType) => callQuery(['players', type], getPlayers, { query: { type } }, FRESH_MS)
export const playersPreview = () => callQuery(['players-preview'], getPlayersPreview, {}, FRESH_MS)
export const player = (playerId: number) =>
  callQuery(['player', playerId], getPlayer, { params: { playerId } }, FRESH_MS)
export const timeSeries = (playerId: number) =>
  callQuery(['time-series', playerId], getTimeSeries, { params: { playerId } }, FRESH_MS)
/** Past seasons do not change. */
export const previousSeasons = (playerId: number) =>
  callQuery(['previous-seasons', playerId], getPreviousSeasons, { params: { playerId } }, 60 * FRESH_MS)
export const nhlTeams = () => callQuery(['nhl-teams'], getNhlTeams, {}, FRESH_MS)

export const trades = () => callQuery(['trades'], getTrades, {}, FRESH_MS)
/** The server's cart. What is on screen is `useCart`: this with the changes that wait in the outbox. */
export const cart = (teamId: number) => callQuery(['cart', teamId], getCart, { params: { teamId } }, FRESH_MS / 2)
