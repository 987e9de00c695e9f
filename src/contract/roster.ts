import { type Static, Type } from 'typebox'
import { call, Id, Instant, Money, maybe, PlayerRef, TeamParams, TeamPlayerParams, TeamRef } from './call.ts'
import { Player } from './stats.ts'
import { CorrectionMark } from './trading.ts'

/** A player's time on a pool team. */
export const RosterEntry = Type.Object({
  /** The player's points that count for the team. */
  teamPoints: maybe(Money),
  /** Points scored while scratched, which do not count. */
  scratchPoints: maybe(Money),
  boughtAt: maybe(Instant),
  boughtPrice: maybe(Money),
  /** Sold players only. */
  soldPrice: maybe(Money),
  /** What a sale would bring now or, for a sold player, brought. */
  sellPrice: maybe(Money),
  sold: maybe(Type.Boolean()),
  soldAt: maybe(Instant),
  scratched: maybe(Type.Boolean()),
  scratchedAt: maybe(Instant),
})
export type RosterEntry = Static<typeof RosterEntry>

export const RosterItem = Type.Object({
  player: Player,
  rosterEntry: RosterEntry,
  /** Beyond the specification: what the last official update added to the team points. */
  pointsDiffPrevious: maybe(Type.Number()),
})
export type RosterItem = Static<typeof RosterItem>

export const RosterChange = Type.Object({
  changedAt: Instant,
  team: TeamRef,
  changeAction: Type.Union([Type.Literal('SCRATCH'), Type.Literal('DRESS')]),
  player: PlayerRef,
  correction: maybe(CorrectionMark),
})
export type RosterChange = Static<typeof RosterChange>

export const ScratchStatus = Type.Union([Type.Literal('dressed'), Type.Literal('scratched')])
export type ScratchStatus = Static<typeof ScratchStatus>

export const getTeamPlayers = call({
  method: 'GET',
  path: '/api/v1/roster/teams/{teamId}/players',
  summary: "A team's current or sold players",
  params: TeamParams,
  query: Type.Object({ current: Type.Boolean() }),
  answer: Type.Array(RosterItem),
  failure: 'Failed to fetch team data',
  offline: 'snapshot',
})

export const getRosterEntry = call({
  method: 'GET',
  path: '/api/v1/roster/teams/{teamId}/roster-entries/{playerId}',
  summary: "A player's entry on a team's roster",
  params: TeamPlayerParams,
  answer: RosterEntry,
  failure: 'Failed to fetch roster entry',
  offline: 'snapshot',
})

export const putScratchStatus = call({
  method: 'PUT',
  path: '/api/v1/roster/teams/{teamId}/roster-entries/{playerId}',
  summary: 'Scratch or dress a player',
  params: TeamPlayerParams,
  query: Type.Object({ 'scratch-status': ScratchStatus }),
  record: ['teamId', 'playerId', 'scratch-status'],
  answer: RosterEntry,
  failure: 'Failed to update scratch status',
  offline: 'online',
})

const LineupSwap = Type.Object({
  /** The player who goes out. */
  scratch: Id,
  /** The player who comes in. */
  dress: Id,
})

/** Beyond the specification; offered where the user's `features` name `lineup`. */
export const putLineup = call({
  method: 'PUT',
  path: '/api/v1/roster/teams/{teamId}/lineup',
  summary: 'Beyond the specification: scratch one player and dress another, both or neither',
  params: TeamParams,
  body: LineupSwap,
  record: ['teamId', 'scratch', 'dress'],
  answer: Type.Object({ scratched: RosterEntry, dressed: RosterEntry }),
  failure: 'Failed to update scratch status',
  offline: 'online',
})

export const getRosterChanges = call({
  method: 'GET',
  path: '/api/v1/roster/changes',
  summary: 'Scratches and dressings of the season',
  answer: Type.Array(RosterChange),
  failure: 'Failed to fetch roster changes',
  offline: 'snapshot',
})
