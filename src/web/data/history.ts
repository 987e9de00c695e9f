import {
  getHistory,
  getSeasonChanges,
  getSeasonCorrections,
  getSeasonDraft,
  getSeasonDraftLog,
  getSeasonHistory,
  getSeasonNhlCorrections,
  getSeasonTeam,
  getSeasonTrades,
} from '#contract/history'
import { callQuery } from './call-query.ts'

// Beyond the specification: only fetched where the server announces `history`.

const FRESH_MS = 60_000
/** What is over does not change. */
const OVER_MS = 60 * FRESH_MS

export const history = () => callQuery(['history'], getHistory, {}, FRESH_MS)

const params = (seasonId: number) => ({ params: { seasonId } })

export const seasonHistory = (seasonId: number) =>
  callQuery(['history', seasonId], getSeasonHistory, params(seasonId), OVER_MS)
export const seasonTrades = (seasonId: number) =>
  callQuery(['history', seasonId, 'trades'], getSeasonTrades, params(seasonId), OVER_MS)
export const seasonChanges = (seasonId: number) =>
  callQuery(['history', seasonId, 'changes'], getSeasonChanges, params(seasonId), OVER_MS)
export const seasonDraft = (seasonId: number) =>
  callQuery(['history', seasonId, 'draft'], getSeasonDraft, params(seasonId), OVER_MS)
export const seasonDraftLog = (seasonId: number) =>
  callQuery(['history', seasonId, 'draft-log'], getSeasonDraftLog, params(seasonId), OVER_MS)
export const seasonCorrections = (seasonId: number) =>
  callQuery(['history', seasonId, 'corrections'], getSeasonCorrections, params(seasonId), OVER_MS)
export const seasonNhlCorrections = (seasonId: number) =>
  callQuery(['history', seasonId, 'nhl-corrections'], getSeasonNhlCorrections, params(seasonId), OVER_MS)
export const seasonTeam = (seasonId: number, teamId: number) =>
  callQuery(['history', seasonId, 'team', teamId], getSeasonTeam, { params: { seasonId, teamId } }, OVER_MS)
