import { type Static, Type } from 'typebox'
import { GAME_STATES } from '#contract/tonight'
import type { LeagueDay } from '#rules/calendar'
import { type Goal, type GoalieGame, isAhead, isCalledOff, isOver } from '#rules/tonight'
import { minutesSeconds } from '../career.ts'
import { fittingOf, readAnswer, readList } from '../read-answer.ts'
import { type NoteOdd, SourceRefusal } from '../source.ts'
import type { ScoreGame } from '../store/score-games.ts'
import { gameNumberOf, mayBeOfSeason } from './nhl-schedule.ts'
import type { GetJson } from './polite-client.ts'

// What is read of api-web's score page and box score. Bounds keep out what no game can have.

const Score = Type.Integer({ minimum: 0, maximum: 40 })
const PlayerId = Type.Integer({ minimum: 1, maximum: 99_999_999 })
const Abbrev = Type.String({ pattern: '^[A-Z]{3}$' })
const PeriodType = Type.Union([Type.Literal('REG'), Type.Literal('OT'), Type.Literal('SO')])
/** Playoffs aside, five: a shoot-out is the fifth. */
const Period = Type.Integer({ minimum: 1, maximum: 15 })

/** Each game is read by itself. */
const ScorePage = Type.Object({
  currentDate: Type.String(),
  games: Type.Array(Type.Unknown(), { maxItems: 40 }),
})

const Club = Type.Object({ abbrev: Abbrev, score: Type.Optional(Score) })

const ScoredGoal = Type.Object({
  playerId: PlayerId,
  assists: Type.Array(Type.Object({ playerId: PlayerId }), { maxItems: 2 }),
  strength: Type.Union([Type.Literal('ev'), Type.Literal('pp'), Type.Literal('sh')]),
  periodDescriptor: Type.Object({ periodType: PeriodType }),
  /** Some answers localize it, like names. */
  teamAbbrev: Type.Union([Abbrev, Type.Object({ default: Abbrev })]),
})
type ScoredGoal = Static<typeof ScoredGoal>

const ScoredGame = Type.Object({
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
type ScoredGame = Static<typeof ScoredGame>

const GoalieOfBoxScore = Type.Object({
  playerId: PlayerId,
  /** "59:34"; "00:00" for who sat on the bench. */
  toi: Type.String({ pattern: '^\\d{1,3}:\\d{2}$' }),
  decision: Type.Optional(Type.Union([Type.Literal('W'), Type.Literal('L'), Type.Literal('O'), Type.Null()])),
})

/** Each goalie is read by themselves. */
const ClubOfBoxScore = Type.Object({ goalies: Type.Array(Type.Unknown(), { maxItems: 6 }) })

const BoxScore = Type.Object({
  awayTeam: Type.Object({ abbrev: Abbrev }),
  homeTeam: Type.Object({ abbrev: Abbrev }),
  playerByGameStats: Type.Object({ awayTeam: ClubOfBoxScore, homeTeam: ClubOfBoxScore }),
})

/** A game of the score page that cannot be read; its number, if that can be. */
export interface OddScore {
  readonly id: number | null
  /** In a sentence. */
  readonly why: string
}

export interface Scores {
  readonly games: readonly ScoreGame[]
  readonly odd: readonly OddScore[]
}

/** The games of a season while they are played. */
export interface ScoreSource {
  /** In a sentence: "the NHL". */
  readonly name: string
  /** Every game of the regular season on that game date. */
  scores(day: LeagueDay, seasonId: number): Promise<Scores>
  /** Who was in goal, and for whom the game counts: when it is over. One who cannot be read is noted. */
  goalies(gameId: number, note?: NoteOdd): Promise<readonly GoalieGame[]>
}

/** https://api-web.nhle.com/v1 */
export const scoresOfApi = (base: string, get: GetJson): ScoreSource => ({
  name: 'the NHL',
  async scores(day, seasonId) {
    const endpoint = `score/${day}`
    const page = readAnswer(ScorePage, endpoint, await get(`${base}/${endpoint}`, endpoint))
    if (page.currentDate !== day) throw new SourceRefusal(`${endpoint}: it is the page of ${page.currentDate}.`)
    const listed = page.games
      .map((game, index) => ({ game, at: `/games/${index}` }))
      .filter(({ game }) => mayBeOfSeason(game, seasonId))
    const isTwice = (id: number) => listed.filter(({ game }) => gameNumberOf(game) === id).length > 1
    const { fitting, odd } = readList(listed, ({ game, at }) => {
      const read = scoreGame(endpoint, day, readAnswer(ScoredGame, endpoint, game, at))
      if (isTwice(read.id)) throw new SourceRefusal(`${endpoint}: game ${read.id} is there twice.`)
      return read
    })
    return { games: fitting, odd: odd.map(({ element: { game }, why }) => ({ id: gameNumberOf(game), why })) }
  },
  async goalies(gameId, note) {
    const endpoint = `gamecenter/${gameId}/boxscore`
    const box = readAnswer(BoxScore, endpoint, await get(`${base}/${endpoint}`, endpoint))
    const listed = (['awayTeam', 'homeTeam'] as const).flatMap((side) =>
      box.playerByGameStats[side].goalies.map((goalie, index) => ({
        goalie,
        club: box[side].abbrev,
        at: `/playerByGameStats/${side}/goalies/${index}`,
      })),
    )
    const goalies = readList(listed, ({ goalie, club, at }): GoalieGame => {
      const { playerId, toi, decision } = readAnswer(GoalieOfBoxScore, endpoint, goalie, at)
      return { playerId, club, decision: decision ?? null, toiSeconds: minutesSeconds(toi) }
    })
    return fittingOf(goalies, note)
  },
})

function scoreGame(endpoint: string, day: LeagueDay, game: ScoredGame): ScoreGame {
  const { id, awayTeam, homeTeam, periodDescriptor, clock } = game
  const refuse = (why: string): never => {
    throw new SourceRefusal(`${endpoint}: game ${id} ${why}.`)
  }
  const state = game.gameScheduleState === 'OK' ? game.gameState : game.gameScheduleState
  const isOn = !isAhead(state) && !isCalledOff(state)
  const goals = (game.goals ?? [])
    .filter(({ periodDescriptor: { periodType } }) => periodType !== 'SO')
    .map((goal) => goalOf(goal))
  const stranger = goals.find(({ club }) => club !== homeTeam.abbrev && club !== awayTeam.abbrev)
  if (stranger) return refuse(`has a goal of ${stranger.club}`)
  const afterShootOut = game.gameOutcome?.lastPeriodType === 'SO' || periodDescriptor?.periodType === 'SO'
  for (const { abbrev, score } of isOn ? [awayTeam, homeTeam] : []) {
    if (score === undefined) return refuse(`is ${state} and has no score of ${abbrev}`)
    const listed = goals.filter(({ club }) => club === abbrev).length
    // A goal may be in the score before it is in the list; the winning one of a shoot-out never is.
    const allowed = isOver(state) && !afterShootOut && state !== 'OVER' ? 0 : 1
    if (Math.abs(score - listed) > allowed) return refuse(`has ${listed} goals of ${abbrev}, whose score is ${score}`)
  }
  const period = isOn ? (periodDescriptor?.number ?? null) : null
  if (state === 'LIVE' || state === 'CRIT') {
    if (period === null || clock === undefined) return refuse(`is ${state} and has no period or no clock`)
  }
  return {
    id,
    day,
    home: homeTeam.abbrev,
    away: awayTeam.abbrev,
    state,
    period,
    periodType: isOn ? (game.gameOutcome?.lastPeriodType ?? periodDescriptor?.periodType ?? null) : null,
    secondsLeft: isOn && !isOver(state) ? (clock?.secondsRemaining ?? null) : null,
    intermission: isOn && !isOver(state) && clock?.inIntermission === true,
    homeScore: homeTeam.score ?? 0,
    awayScore: awayTeam.score ?? 0,
    goals: isOn ? goals : [],
    goalies: [],
  }
}

const goalOf = ({ playerId, assists, strength, teamAbbrev }: ScoredGoal): Goal => ({
  club: typeof teamAbbrev === 'string' ? teamAbbrev : teamAbbrev.default,
  scorer: playerId,
  assists: assists.map((each) => each.playerId),
  strength,
})
