import { type Static, type TSchema, Type } from 'typebox'

// The answers of the NHL's public API, as far as the importer reads them. Further fields are allowed everywhere.

/** Bounds keep out what the tables could not take, sums and products of several included. */
const Count = Type.Integer({ minimum: 0, maximum: 1_000_000 })
/** In one game. */
const OfGame = Type.Integer({ minimum: 0, maximum: 99 })
/** Of a season. */
const Games = Type.Integer({ minimum: 0, maximum: 200 })
const SeasonId = Type.Integer({ minimum: 19_171_918, maximum: 99_999_999 })
const Seconds = Type.Number({ minimum: 0, maximum: 10_000_000 })
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const Text = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' })
const Address = Type.String({ maxLength: 1000, pattern: '^[^\\u0000]*$' })
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const Abbrev = Type.String({ pattern: '^[A-Z]{3}$' })
const Name = Type.Object({ default: Text })
/** What is not known is left out, or null. */
const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]))
const PositionCode = Type.Enum(['L', 'C', 'R', 'D', 'G'])
const Side = maybe(Type.String())

const OneGame = {
  gameId: Id,
  gameDate: Day,
  playerId: Id,
  teamAbbrev: Abbrev,
  lastName: Text,
  shootsCatches: Side,
  gamesPlayed: OfGame,
  goals: OfGame,
  assists: OfGame,
}

export const SkaterGame = Type.Object({
  ...OneGame,
  skaterFullName: Text,
  positionCode: PositionCode,
  ppGoals: OfGame,
  shGoals: OfGame,
  gameWinningGoals: OfGame,
  /** Seconds on ice in that game. */
  timeOnIcePerGame: Seconds,
})
export type SkaterGame = Static<typeof SkaterGame>

export const GoalieGame = Type.Object({
  ...OneGame,
  goalieFullName: Text,
  wins: OfGame,
  otLosses: OfGame,
  shutouts: OfGame,
  /** Seconds. */
  timeOnIce: Seconds,
})
export type GoalieGame = Static<typeof GoalieGame>

const OneSeason = {
  playerId: Id,
  /** All clubs of the player in the season, separated by commas. */
  teamAbbrevs: Type.String({ pattern: '^[A-Z]{3}(,[A-Z]{3})*$' }),
  gamesPlayed: Games,
  goals: Count,
  assists: Count,
}

export const SkaterSeason = Type.Object({
  ...OneSeason,
  skaterFullName: Text,
  ppGoals: Count,
  shGoals: Count,
  gameWinningGoals: Count,
  /** Seconds on ice in one game, on average. */
  timeOnIcePerGame: Seconds,
})
export type SkaterSeason = Static<typeof SkaterSeason>

export const GoalieSeason = Type.Object({
  ...OneSeason,
  goalieFullName: Text,
  wins: Count,
  otLosses: Count,
  shutouts: Count,
  /** Seconds. */
  timeOnIce: Seconds,
})
export type GoalieSeason = Static<typeof GoalieSeason>

// Lists are read element by element: one that does not fit costs no other.
const Elements = Type.Array(Type.Unknown())

/** A page of a report, whatever its rows. */
export const Report = Type.Object({ data: Elements, total: Count })

export const Standings = Type.Object({ standings: Elements })
export type Standings = Static<typeof Standings>

export const StandingsRow = Type.Object({
  seasonId: Type.Integer(),
  teamName: Name,
  teamAbbrev: Type.Object({ default: Abbrev }),
  teamLogo: maybe(Address),
  conferenceName: Text,
  divisionName: Text,
  conferenceSequence: Count,
  divisionSequence: Count,
  gamesPlayed: Count,
  points: Count,
})
export type StandingsRow = Static<typeof StandingsRow>

const ClubInGame = Type.Object({ abbrev: Abbrev, score: maybe(Type.Integer({ minimum: 0, maximum: 999 })) })

export const ScheduledGame = Type.Object({
  id: Id,
  season: Type.Integer(),
  /** 2 is the regular season. */
  gameType: Type.Integer(),
  startTimeUTC: Type.String({ pattern: '^20\\d{2}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' }),
  gameState: Text,
  gameScheduleState: Text,
  awayTeam: ClubInGame,
  homeTeam: ClubInGame,
  gameOutcome: maybe(Type.Object({ lastPeriodType: Type.Enum(['REG', 'OT', 'SO']) })),
})
export type ScheduledGame = Static<typeof ScheduledGame>

export const ScheduleWeek = Type.Object({
  /** Absent after the last game that is planned. */
  nextStartDate: Type.Optional(Type.Unknown()),
  gameWeek: Elements,
})

export const ScheduleDay = Type.Object({ date: Day, numberOfGames: Count, games: Elements })

export const RosterSpot = Type.Object({
  id: Id,
  firstName: Name,
  lastName: Name,
  positionCode: PositionCode,
  shootsCatches: Side,
  headshot: maybe(Address),
})

export const Roster = Type.Object({ forwards: Elements, defensemen: Elements, goalies: Elements })

export const Landing = Type.Object({
  playerId: Id,
  position: PositionCode,
  headshot: maybe(Address),
  /** One row per season, league, kind of game and club; leagues that are not the NHL leave fields out. */
  seasonTotals: Elements,
})

/** Who the player of a landing is. */
export const LandingPlayer = Type.Object({
  playerId: Id,
  firstName: Name,
  lastName: Name,
  position: PositionCode,
  shootsCatches: Side,
  headshot: maybe(Address),
  /** Absent for a player without a club. */
  currentTeamAbbrev: maybe(Abbrev),
})

const SeasonStint = {
  season: SeasonId,
  /** Orders the clubs of a traded player. */
  sequence: Type.Integer(),
  teamName: Name,
  gamesPlayed: Games,
  goals: Count,
  assists: Count,
}
export const SkaterStint = Type.Object({
  ...SeasonStint,
  powerPlayGoals: Count,
  shorthandedGoals: Count,
  gameWinningGoals: Count,
  /** "22:59" */
  avgToi: Type.String({ pattern: '^\\d{1,3}:\\d{2}$' }),
})
export const GoalieStint = Type.Object({
  ...SeasonStint,
  wins: Count,
  /** The NHL has counted them since 2005-06. */
  otLosses: maybe(Count),
  shutouts: Count,
  /** "1837:59" */
  timeOnIce: Type.String({ pattern: '^\\d{1,5}:\\d{2}$' }),
})

export const SeasonRow = Type.Object({
  id: Id,
  startDate: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}' }),
  regularSeasonEndDate: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}' }),
  /** Of each club. */
  numberOfGames: Count,
})
export type SeasonRow = Static<typeof SeasonRow>

export const TeamRow = Type.Object({ id: Id, fullName: Text, triCode: Type.String() })
export type TeamRow = Static<typeof TeamRow>
