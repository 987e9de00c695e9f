import { addressOf } from '#contract/call-address'
import { getCorrections, getTeamCorrections } from '#contract/corrections'
import { getDraftedPlayers, getPickSequence } from '#contract/draft'
import { getDraftLog, getPickList } from '#contract/draft-room'
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
import { getLeagueSettings } from '#contract/league'
import { getRosterChanges, getRosterEntry, getTeamPlayers } from '#contract/roster'
import {
  getLastUpdated,
  getNhlTeams,
  getPlayer,
  getPlayers,
  getPlayersPreview,
  getPreviousSeasons,
  getRecentTotals,
  getTeam,
  getTimeSeries,
} from '#contract/stats'
import { getSchedule, getTonight } from '#contract/tonight'
import { getCart, getTrades } from '#contract/trading'
import type { Feature } from '#contract/user'
import { hasRole } from '#rules/roles'

// The addresses behind the screens that open without a connection, byte for byte as the screens ask for them.

/** Of the answer to "who am I", what the offline set depends on. */
export interface Member {
  readonly teamId: number | null
  readonly isPremium: boolean
  /** Beyond the specification: whether the server has the totals of the last days. */
  readonly hasRecentTotals: boolean
  /** Beyond the specification: whether the server has pick lists and a log of the draft. */
  readonly hasDraftRoom: boolean
  /** Beyond the specification: whether the server has the seasons that are over. */
  readonly hasHistory: boolean
  /** Beyond the specification: whether the server has the games while they are played. */
  readonly hasTonight: boolean
  /** Beyond the specification: whether the server says what was put right. */
  readonly hasCorrections: boolean
}

const RECENT_TOTALS: Feature = 'recent-totals'
const DRAFT_ROOM: Feature = 'draft-room'
const HISTORY: Feature = 'history'
const TONIGHT: Feature = 'tonight'
const CORRECTIONS: Feature = 'corrections'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const idOf = (value: unknown): number[] => (isRecord(value) && typeof value.id === 'number' ? [value.id] : [])

const listOf = (body: unknown): unknown[] => (Array.isArray(body) ? body : [])

export const memberOf = (body: unknown): Member => {
  const { teamId, roles, features } = isRecord(body) ? body : {}
  const names = listOf(roles).filter((role) => typeof role === 'string')
  return {
    teamId: typeof teamId === 'number' ? teamId : null,
    isPremium: hasRole({ roles: names }, 'premium'),
    hasRecentTotals: listOf(features).includes(RECENT_TOTALS),
    hasDraftRoom: listOf(features).includes(DRAFT_ROOM),
    hasHistory: listOf(features).includes(HISTORY),
    hasTonight: listOf(features).includes(TONIGHT),
    hasCorrections: listOf(features).includes(CORRECTIONS),
  }
}

/** For everybody, what is opened most often first. */
export const sharedPages: readonly string[] = [
  addressOf(getLastUpdated),
  addressOf(getLeagueSettings),
  addressOf(getPlayers, {}, { type: 'skater' }),
  addressOf(getPlayers, {}, { type: 'goalie' }),
  addressOf(getPickSequence),
  addressOf(getDraftedPlayers, {}, { drafted: true }),
  addressOf(getTrades),
  addressOf(getRosterChanges),
  addressOf(getNhlTeams),
]

export const ownPages = ({
  teamId,
  isPremium,
  hasRecentTotals,
  hasDraftRoom,
  hasCorrections,
  hasTonight,
}: Member): string[] => [
  ...(hasTonight ? [addressOf(getTonight), addressOf(getSchedule)] : []),
  ...(teamId === null ? [] : [addressOf(getCart, { teamId })]),
  ...(teamId !== null && hasRecentTotals ? [addressOf(getRecentTotals, { teamId })] : []),
  ...(isPremium ? [addressOf(getPlayersPreview)] : []),
  ...(hasDraftRoom ? [addressOf(getDraftLog)] : []),
  ...(hasDraftRoom && teamId !== null ? [addressOf(getPickList, { teamId })] : []),
  ...(hasCorrections ? [addressOf(getCorrections)] : []),
  ...(hasCorrections && teamId !== null ? [addressOf(getTeamCorrections, { teamId })] : []),
]

/** The seasons that are over. */
export const historyAddress = ({ hasHistory }: Member): string | null => (hasHistory ? addressOf(getHistory) : null)

/** Of the last season its lists, and the member's own team; of the others the history has the standings. */
export const lastSeasonPages = ({ teamId, hasDraftRoom, hasCorrections }: Member, history: unknown): string[] => {
  const seasons = isRecord(history) ? listOf(history.seasons).filter(isRecord) : []
  const [seasonId] = seasons.filter(({ isPlayedHere }) => isPlayedHere === true).flatMap(idOf)
  if (seasonId === undefined) return []
  const lists = [
    getSeasonHistory,
    getSeasonTrades,
    getSeasonChanges,
    getSeasonDraft,
    ...(hasDraftRoom ? [getSeasonDraftLog] : []),
    ...(hasCorrections ? [getSeasonCorrections, getSeasonNhlCorrections] : []),
  ]
  return [
    ...lists.map((call) => addressOf(call, { seasonId })),
    ...(teamId === null ? [] : [addressOf(getSeasonTeam, { seasonId, teamId })]),
  ]
}

/** Every team with its current and its sold players. */
export const teamPages = (teams: unknown): string[] =>
  listOf(teams)
    .flatMap(idOf)
    .flatMap((teamId) => [
      addressOf(getTeam, { teamId }),
      addressOf(getTeamPlayers, { teamId }, { current: true }),
      addressOf(getTeamPlayers, { teamId }, { current: false }),
    ])

/** The players of the member's team. */
export const rosterAddress = ({ teamId }: Member): string | null =>
  teamId === null ? null : addressOf(getTeamPlayers, { teamId }, { current: true })

/** The pages of the team's own players. */
export const playerPages = ({ teamId }: Member, roster: unknown): string[] =>
  listOf(roster)
    .flatMap((item) => (isRecord(item) ? idOf(item.player) : []))
    .flatMap((playerId) => [
      addressOf(getPlayer, { playerId }),
      addressOf(getTimeSeries, { playerId }),
      addressOf(getPreviousSeasons, { playerId }),
      ...(teamId === null ? [] : [addressOf(getRosterEntry, { teamId, playerId })]),
    ])
