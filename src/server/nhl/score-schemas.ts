import { type Static, Type } from 'typebox'
import { GAME_STATES } from '#contract/tonight'

// What is read of api-web's score page and box score. Bounds keep out what no game can have.

const Score = Type.Integer({ minimum: 0, maximum: 40 })
const PlayerId = Type.Integer({ minimum: 1, maximum: 99_999_999 })
const Abbrev = Type.String({ pattern: '^[A-Z]{3}$' })
const PeriodType = Type.Union([Type.Literal('REG'), Type.Literal('OT'), Type.Literal('SO')])
/** Playoffs aside, five: a shoot-out is the fifth. */
const Period = Type.Integer({ minimum: 1, maximum: 15 })

/** Each game is read by itself. */
export const ScorePage = Type.Object({
  currentDate: Type.String(),
  games: Type.Array(Type.Unknown(), { maxItems: 40 }),
})
export type ScorePage = Static<typeof ScorePage>

const Club = Type.Object({ abbrev: Abbrev, score: Type.Optional(Score) })

const ScoredGoal = Type.Object({
  playerId: PlayerId,
  assists: Type.Array(Type.Object({ playerId: PlayerId }), { maxItems: 2 }),
  strength: Type.Union([Type.Literal('ev'), Type.Literal('pp'), Type.Literal('sh')]),
  periodDescriptor: Type.Object({ periodType: PeriodType }),
  /** Some answers localize it, like names. */
  teamAbbrev: Type.Union([Abbrev, Type.Object({ default: Abbrev })]),
})
export type ScoredGoal = Static<typeof ScoredGoal>

export const ScoredGame = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  season: Type.Integer(),
  gameType: Type.Integer(),
  gameState: Type.Enum(GAME_STATES),
  /** OK, or one of the states of a schedule. */
  gameScheduleState: Type.Enum(['OK', 'PPD', 'SUSP', 'CNCL']),
  awayTeam: Club,
  homeTeam: Club,
  /** The period; absent before the game. */
  periodDescriptor: Type.Optional(
    Type.Object({ number: Type.Optional(Period), periodType: Type.Optional(PeriodType) }),
  ),
  clock: Type.Optional(
    Type.Object({ secondsRemaining: Type.Integer({ minimum: 0, maximum: 1200 }), inIntermission: Type.Boolean() }),
  ),
  gameOutcome: Type.Optional(Type.Object({ lastPeriodType: PeriodType })),
  goals: Type.Optional(Type.Array(ScoredGoal, { maxItems: 80 })),
})
export type ScoredGame = Static<typeof ScoredGame>

export const GoalieOfBoxScore = Type.Object({
  playerId: PlayerId,
  /** "59:34"; "00:00" for who sat on the bench. */
  toi: Type.String({ pattern: '^\\d{1,3}:\\d{2}$' }),
  decision: Type.Optional(Type.Union([Type.Literal('W'), Type.Literal('L'), Type.Literal('O'), Type.Null()])),
})
export type GoalieOfBoxScore = Static<typeof GoalieOfBoxScore>

/** Each goalie is read by themselves. */
const ClubOfBoxScore = Type.Object({ goalies: Type.Array(Type.Unknown(), { maxItems: 6 }) })

export const BoxScore = Type.Object({
  awayTeam: Type.Object({ abbrev: Abbrev }),
  homeTeam: Type.Object({ abbrev: Abbrev }),
  playerByGameStats: Type.Object({ awayTeam: ClubOfBoxScore, homeTeam: ClubOfBoxScore }),
})
export type BoxScore = Static<typeof BoxScore>
