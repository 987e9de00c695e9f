import { type Static, Type } from 'typebox'

// The answers of the NHL's public API, as far as the importer reads them. Further fields are allowed everywhere.

const Count = Type.Integer({ minimum: 0 })
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const Abbrev = Type.String({ pattern: '^[A-Z]{3}$' })
const Name = Type.Object({ default: Type.String({ minLength: 1 }) })
const PositionCode = Type.Union([
  Type.Literal('L'),
  Type.Literal('C'),
  Type.Literal('R'),
  Type.Literal('D'),
  Type.Literal('G'),
])
/** Not known for every player. */
const Side = Type.Optional(Type.Union([Type.String(), Type.Null()]))

const OneGame = {
  gameId: Type.Integer(),
  gameDate: Day,
  playerId: Type.Integer(),
  teamAbbrev: Abbrev,
  lastName: Type.String({ minLength: 1 }),
  shootsCatches: Side,
  gamesPlayed: Count,
  goals: Count,
  assists: Count,
}

export const SkaterGame = Type.Object({
  ...OneGame,
  skaterFullName: Type.String({ minLength: 1 }),
  positionCode: PositionCode,
  ppGoals: Count,
  shGoals: Count,
  gameWinningGoals: Count,
  /** Seconds on ice in that game. */
  timeOnIcePerGame: Type.Number({ minimum: 0 }),
})
export type SkaterGame = Static<typeof SkaterGame>

export const GoalieGame = Type.Object({
  ...OneGame,
  goalieFullName: Type.String({ minLength: 1 }),
  wins: Count,
  otLosses: Count,
  shutouts: Count,
  /** Seconds. */
  timeOnIce: Type.Number({ minimum: 0 }),
})
export type GoalieGame = Static<typeof GoalieGame>

const OneSeason = {
  playerId: Type.Integer(),
  /** All clubs of the player in the season, separated by commas. */
  teamAbbrevs: Type.String({ pattern: '^[A-Z]{3}(,[A-Z]{3})*$' }),
  gamesPlayed: Count,
  goals: Count,
  assists: Count,
}

export const SkaterSeason = Type.Object({
  ...OneSeason,
  skaterFullName: Type.String({ minLength: 1 }),
  ppGoals: Count,
  shGoals: Count,
  gameWinningGoals: Count,
  /** Seconds on ice in one game, on average. */
  timeOnIcePerGame: Type.Number({ minimum: 0 }),
})
export type SkaterSeason = Static<typeof SkaterSeason>

export const GoalieSeason = Type.Object({
  ...OneSeason,
  goalieFullName: Type.String({ minLength: 1 }),
  wins: Count,
  otLosses: Count,
  shutouts: Count,
  /** Seconds. */
  timeOnIce: Type.Number({ minimum: 0 }),
})
export type GoalieSeason = Static<typeof GoalieSeason>

export const Report = Type.Object({ data: Type.Array(Type.Unknown()), total: Count })
export type Report = Static<typeof Report>
export const SkaterReport = Type.Object({ data: Type.Array(SkaterGame), total: Count })
export const GoalieReport = Type.Object({ data: Type.Array(GoalieGame), total: Count })
export const SkaterSeasonReport = Type.Object({ data: Type.Array(SkaterSeason), total: Count })
export const GoalieSeasonReport = Type.Object({ data: Type.Array(GoalieSeason), total: Count })

export const Standings = Type.Object({
  standings: Type.Array(
    Type.Object({
      seasonId: Type.Integer(),
      teamName: Name,
      teamAbbrev: Type.Object({ default: Abbrev }),
      teamLogo: Type.Optional(Type.String()),
      conferenceName: Type.String({ minLength: 1 }),
      divisionName: Type.String({ minLength: 1 }),
      conferenceSequence: Count,
      divisionSequence: Count,
      gamesPlayed: Count,
      points: Count,
    }),
  ),
})
export type Standings = Static<typeof Standings>

const ClubInGame = Type.Object({ abbrev: Abbrev, score: Type.Optional(Count) })

export const ScheduledGame = Type.Object({
  id: Type.Integer(),
  season: Type.Integer(),
  /** 2 is the regular season. */
  gameType: Type.Integer(),
  startTimeUTC: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' }),
  gameState: Type.String({ minLength: 1 }),
  gameScheduleState: Type.String({ minLength: 1 }),
  awayTeam: ClubInGame,
  homeTeam: ClubInGame,
  gameOutcome: Type.Optional(
    Type.Object({ lastPeriodType: Type.Union([Type.Literal('REG'), Type.Literal('OT'), Type.Literal('SO')]) }),
  ),
})
export type ScheduledGame = Static<typeof ScheduledGame>

export const ScheduleWeek = Type.Object({
  /** Absent after the last game that is planned. */
  nextStartDate: Type.Optional(Day),
  gameWeek: Type.Array(Type.Object({ date: Day, numberOfGames: Count, games: Type.Array(ScheduledGame) })),
})
export type ScheduleWeek = Static<typeof ScheduleWeek>

const RosterSpot = Type.Object({
  id: Type.Integer(),
  firstName: Name,
  lastName: Name,
  positionCode: PositionCode,
  shootsCatches: Side,
  headshot: Type.Optional(Type.String()),
})
export const Roster = Type.Object({
  forwards: Type.Array(RosterSpot),
  defensemen: Type.Array(RosterSpot),
  goalies: Type.Array(RosterSpot),
})
export type Roster = Static<typeof Roster>

export const Landing = Type.Object({
  playerId: Type.Integer(),
  position: PositionCode,
  headshot: Type.Optional(Type.String()),
  /** One row per season, league, kind of game and club; leagues that are not the NHL leave fields out. */
  seasonTotals: Type.Array(Type.Object({ leagueAbbrev: Type.String(), gameTypeId: Type.Integer() })),
})
export type Landing = Static<typeof Landing>

/** Who the player of a landing is. */
export const LandingPlayer = Type.Object({
  playerId: Type.Integer(),
  firstName: Name,
  lastName: Name,
  position: PositionCode,
  shootsCatches: Side,
  headshot: Type.Optional(Type.String()),
  /** Absent for a player without a club. */
  currentTeamAbbrev: Type.Optional(Abbrev),
})
export type LandingPlayer = Static<typeof LandingPlayer>

const SeasonStint = {
  season: Type.Integer(),
  /** Orders the clubs of a traded player. */
  sequence: Type.Integer(),
  teamName: Name,
  gamesPlayed: Count,
  goals: Count,
  assists: Count,
}
export const SkaterStint = Type.Object({
  ...SeasonStint,
  powerPlayGoals: Count,
  shorthandedGoals: Count,
  gameWinningGoals: Count,
  /** "22:59" */
  avgToi: Type.String({ pattern: '^\\d+:\\d{2}$' }),
})
export type SkaterStint = Static<typeof SkaterStint>
export const GoalieStint = Type.Object({
  ...SeasonStint,
  wins: Count,
  /** The NHL has counted them since 2005-06. */
  otLosses: Type.Optional(Count),
  shutouts: Count,
  /** "1837:59" */
  timeOnIce: Type.String({ pattern: '^\\d+:\\d{2}$' }),
})
export type GoalieStint = Static<typeof GoalieStint>

export const SeasonReport = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.Integer(),
      startDate: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}' }),
      regularSeasonEndDate: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}' }),
      numberOfGames: Count,
    }),
  ),
  total: Count,
})
export type SeasonReport = Static<typeof SeasonReport>

export const TeamReport = Type.Object({
  data: Type.Array(Type.Object({ id: Type.Integer(), fullName: Type.String(), triCode: Type.String() })),
  total: Count,
})
export type TeamReport = Static<typeof TeamReport>
