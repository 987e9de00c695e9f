import { type Static, Type } from 'typebox'
import { call, Day, Id, Instant, Money, maybe } from './call.ts'

// Beyond the specification: games while they are played, announced as the feature `tonight`. Nothing here is official: what
// the reports of the games have not brought yet follows from the goals on the NHL's score page.

/** As the NHL writes them; those of its schedule (PPD postponed, SUSP suspended, CNCL cancelled) take precedence. */
export const GAME_STATES = ['FUT', 'PRE', 'LIVE', 'CRIT', 'OVER', 'FINAL', 'OFF', 'PPD', 'SUSP', 'CNCL'] as const
export type GameState = (typeof GAME_STATES)[number]

const ClubScore = Type.Object({
  club: Type.String({ description: 'Abbreviation.' }),
  score: maybe(Type.Integer({ description: 'With the winning goal of a shoot-out.' })),
})

export const GameTonight = Type.Object({
  id: Id,
  start: Instant,
  state: Type.Enum(GAME_STATES),
  period: maybe(Type.Integer({ description: 'From 1; the first overtime is 4.' })),
  periodType: maybe(Type.Enum(['REG', 'OT', 'SO'])),
  secondsLeft: maybe(Type.Integer({ description: 'Of the period, when the score page was read.' })),
  intermission: maybe(Type.Boolean()),
  away: ClubScore,
  home: ClubScore,
})
export type GameTonight = Static<typeof GameTonight>

const Count = maybe(Type.Integer())

/** What a player has done in a game; counts that are 0 are left out. */
export const LineTonight = Type.Object({
  playerId: Id,
  name: Type.String(),
  position: maybe(Type.String()),
  club: Type.String({ description: 'For whom they play in this game.' }),
  gameId: Id,
  teamId: maybe(Id),
  scratched: maybe(
    Type.Boolean({ description: 'The player was scratched when the game began, and it does not count.' }),
  ),
  goals: Count,
  assists: Count,
  powerPlayGoals: Count,
  shortHandedGoals: Count,
  gameWinningGoals: Count,
  wins: Count,
  overtimeLosses: Count,
  shutouts: Count,
  points: Type.Integer(),
})
export type LineTonight = Static<typeof LineTonight>

export const TeamTonight = Type.Object({
  teamId: Id,
  name: Type.String(),
  shortName: Type.String(),
  points: Type.Integer({ description: 'Provisional: what dressed players have brought in these games.' }),
  done: Type.Integer({ description: 'Dressed players whose game is over.' }),
  playing: Type.Integer(),
  toPlay: Type.Integer(),
  total: Type.Unsafe<number>({
    ...Money,
    description: 'If it ended now: the official total, with everything that is not published yet.',
  }),
  rank: Type.Integer({ description: 'If it ended now.' }),
  officialTotal: Money,
  officialRank: Type.Integer(),
})
export type TeamTonight = Static<typeof TeamTonight>

export const Tonight = Type.Object({
  asOf: maybe(Instant),
  today: Type.Unsafe<string>({
    ...Day,
    description: "The NHL's game date tonight; a night lasts until six in the morning in New York.",
  }),
  date: Type.Unsafe<string>({ ...Day, description: 'Of the games: today, or the next day that has some.' }),
  games: Type.Array(GameTonight),
  teams: Type.Array(TeamTonight),
  lines: Type.Array(LineTonight),
})
export type Tonight = Static<typeof Tonight>

export const getTonight = call({
  method: 'GET',
  path: '/api/v1/tonight',
  summary: "Beyond the specification: today's games so far, and the standings if they ended now",
  answer: Tonight,
  failure: "Failed to fetch tonight's games",
  offline: 'snapshot',
})

export const ClubSchedule = Type.Object({
  club: Type.String({ description: 'Abbreviation.' }),
  gamesThisWeek: Type.Integer({ description: 'From Monday to Sunday, with those that have been played.' }),
  games: Type.Array(
    Type.Object({
      start: Instant,
      date: Type.Unsafe<string>({ ...Day, description: "The NHL's game date." }),
      tonight: maybe(Type.Boolean({ description: "By the server's clock; a demo's clock can be ahead." })),
      opponent: Type.String({ description: 'Abbreviation.' }),
      home: Type.Boolean(),
    }),
    { description: 'Of the next eight days, in their order; what is called off is left out.' },
  ),
})
export type ClubSchedule = Static<typeof ClubSchedule>

export const getSchedule = call({
  method: 'GET',
  path: '/api/v1/stats/schedule',
  summary: "Beyond the specification: the next eight days' games by club",
  answer: Type.Array(ClubSchedule),
  failure: 'Failed to fetch the schedule',
  offline: 'snapshot',
})
