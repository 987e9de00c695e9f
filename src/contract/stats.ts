import { type Static, Type } from 'typebox'
import { call, Day, Id, Instant, Money, maybe, PlayerParams, TeamParams, TeamRef } from './call.ts'

/** A pool team and its place in the standings. */
export const Team = Type.Object({
  id: Id,
  name: Type.String(),
  shortName: Type.String(),
  points: maybe(Money),
  cash: maybe(Money),
  /** Points plus cash. */
  totalScore: maybe(Money),
  /** Change in total score since the previous official update. */
  scoreDiffPrevious: maybe(Money),
  /** Beyond the specification: the points of the last official update that count for the team, whatever it trades. */
  pointsDiffPrevious: maybe(Type.Number()),
  scoreThisWeek: maybe(Money),
  scoreLastWeek: maybe(Money),
  ranking: maybe(Type.Integer()),
})
export type Team = Static<typeof Team>

/** What a day's games added to a team's points. */
export const DayPoints = Type.Object({ day: Day, points: Type.Integer() })
export type DayPoints = Static<typeof DayPoints>

export const Player = Type.Object({
  id: Id,
  name: Type.String(),
  /** The pool team that owns the player; none for a free agent. */
  team: maybe(TeamRef),
  nhlTeam: maybe(Type.String()),
  nhlTeamImage: maybe(Type.String()),
  profileImage: maybe(Type.String()),
  position: maybe(Type.String()),
  points: maybe(Type.Number()),
  pointsDiffPrevious: maybe(Type.Number()),
  pointsThisWeek: maybe(Type.Number()),
  pointsLastWeek: maybe(Type.Number()),
  projectedPoints: maybe(Type.Number()),
  gamesPlayed: maybe(Type.Number()),
  teamGamesPlayed: maybe(Type.Number()),
  /** Seconds on ice per game. */
  toiPerGp: maybe(Type.Number()),
  buyPrice: maybe(Money),
})
export type Player = Static<typeof Player>

export const LastUpdated = Type.Object({ modifiedAt: Instant })
export type LastUpdated = Static<typeof LastUpdated>

export const TimeSeriesPoint = Type.Object({
  date: Day,
  gamePoints: maybe(Type.Number()),
  /** Cumulative. */
  projectedPoints: maybe(Type.Number()),
  /** 1 if the player played that day. */
  played: maybe(Type.Union([Type.Number(), Type.Boolean()])),
})
export type TimeSeriesPoint = Static<typeof TimeSeriesPoint>

export const PreviousSeason = Type.Object({
  /** 20252026 is displayed as 2025-2026. */
  season: Type.Union([Type.Integer(), Type.String()]),
  nhlTeam: maybe(Type.String()),
  points: maybe(Type.Number()),
  projectedPoints: maybe(Type.Number()),
  gamesPlayed: maybe(Type.Number()),
  teamGamesPlayed: maybe(Type.Number()),
  team: maybe(Type.Object({ shortName: maybe(Type.String()) })),
})
export type PreviousSeason = Static<typeof PreviousSeason>

export const NhlTeam = Type.Object({
  shortName: Type.String(),
  longName: Type.String(),
  logoUrl: maybe(Type.String()),
  /** Eastern or Western. */
  conference: Type.String(),
  division: Type.String(),
  divisionRank: maybe(Type.Integer()),
  conferenceRank: maybe(Type.Integer()),
  gamesPlayed: maybe(Type.Integer()),
  points: maybe(Type.Number()),
})
export type NhlTeam = Static<typeof NhlTeam>

export const PlayerType = Type.Union([Type.Literal('skater'), Type.Literal('goalie')])
export type PlayerType = Static<typeof PlayerType>

/** What a team may change about itself. `rules/names` checks the lengths, in user-perceived characters. */
export const TeamNames = Type.Object({ name: Type.String(), shortName: Type.String() })
export type TeamNames = Static<typeof TeamNames>

export const getTeams = call({
  method: 'GET',
  path: '/api/v1/stats/teams',
  summary: 'Standings of the pool',
  answer: Type.Array(Team),
  failure: 'Failed to fetch standings',
  offline: 'startup',
})

export const getLastUpdated = call({
  method: 'GET',
  path: '/api/v1/stats/last-updated',
  summary: 'When statistics were last published',
  answer: LastUpdated,
  failure: '',
  offline: 'startup',
})

export const getTeam = call({
  method: 'GET',
  path: '/api/v1/stats/teams/{teamId}',
  summary: 'One team',
  params: TeamParams,
  answer: Team,
  failure: 'Failed to fetch team data',
  offline: 'snapshot',
})

export const getRecentPoints = call({
  method: 'GET',
  path: '/api/v1/teams/{teamId}/recent-points',
  summary: "Beyond the specification: a team's points on each of the seven days up to the last official update",
  params: TeamParams,
  answer: Type.Array(DayPoints),
  failure: '',
  offline: 'snapshot',
})

export const patchTeam = call({
  method: 'PATCH',
  path: '/api/v1/stats/teams/{teamId}',
  summary: 'Rename your team',
  params: TeamParams,
  body: TeamNames,
  record: ['teamId', 'name', 'shortName'],
  answer: Team,
  failure: 'Failed to save team settings',
  offline: 'online',
})

export const getPlayers = call({
  method: 'GET',
  path: '/api/v1/stats/players',
  summary: 'All skaters or all goalies',
  query: Type.Object({ type: PlayerType }),
  answer: Type.Array(Player),
  failure: 'Failed to fetch skaters',
  offline: 'snapshot',
})

export const getPlayer = call({
  method: 'GET',
  path: '/api/v1/stats/players/{playerId}',
  summary: 'One player',
  params: PlayerParams,
  answer: Player,
  failure: 'Failed to fetch player info',
  offline: 'snapshot',
})

export const getTimeSeries = call({
  method: 'GET',
  path: '/api/v1/stats/players/{playerId}/time-series',
  summary: "A player's season, game day by game day",
  params: PlayerParams,
  answer: Type.Array(TimeSeriesPoint),
  failure: 'Error loading time series data',
  offline: 'snapshot',
})

export const getPreviousSeasons = call({
  method: 'GET',
  path: '/api/v1/stats/players/{playerId}/previous-seasons',
  summary: "A player's previous seasons",
  params: PlayerParams,
  answer: Type.Array(PreviousSeason),
  failure: 'Error loading previous seasons data',
  offline: 'snapshot',
})

export const getPlayersPreview = call({
  method: 'GET',
  path: '/api/v1/stats/players-preview',
  summary: 'Players with statistics newer than the last official update (premium)',
  answer: Type.Array(Player),
  failure: 'Failed to fetch players preview',
  offline: 'snapshot',
})

export const getNhlTeams = call({
  method: 'GET',
  path: '/api/v1/stats/nhl-teams',
  summary: 'NHL standings',
  answer: Type.Array(NhlTeam),
  failure: 'Failed to fetch NHL standings',
  offline: 'snapshot',
})
