import type { LeagueDay } from '#rules/calendar'
import { type Goal, type GoalieGame, isAhead, isCalledOff, isOver } from '#rules/tonight'
import type { ScoreGame } from '../store/subjects/score-games.ts'
import type { GetJson } from './polite-client.ts'
import { fittingOf, type NoteOdd, readAnswer, readList } from './read-answer.ts'
import { gameNumberOf, mayBeOfSeason } from './regular-games.ts'
import { BoxScore, GoalieOfBoxScore, ScoredGame, type ScoredGoal, ScorePage } from './score-schemas.ts'
import { SourceRefusal } from './source-error.ts'

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
    const page = readAnswer<ScorePage>(ScorePage, endpoint, await get(`${base}/${endpoint}`, endpoint))
    if (page.currentDate !== day) throw new SourceRefusal(`${endpoint}: it is the page of ${page.currentDate}.`)
    const listed = page.games
      .map((game, index) => ({ game, at: `/games/${index}` }))
      .filter(({ game }) => mayBeOfSeason(game, seasonId))
    const isTwice = (id: number) => listed.filter(({ game }) => gameNumberOf(game) === id).length > 1
    const { fitting, odd } = readList(listed, ({ game, at }) => {
      const read = scoreGame(endpoint, day, readAnswer<ScoredGame>(ScoredGame, endpoint, game, at))
      if (isTwice(read.id)) throw new SourceRefusal(`${endpoint}: game ${read.id} is there twice.`)
      return read
    })
    return { games: fitting, odd: odd.map(({ element: { game }, why }) => ({ id: gameNumberOf(game), why })) }
  },
  async goalies(gameId, note) {
    const endpoint = `gamecenter/${gameId}/boxscore`
    const box = readAnswer<BoxScore>(BoxScore, endpoint, await get(`${base}/${endpoint}`, endpoint))
    const listed = (['awayTeam', 'homeTeam'] as const).flatMap((side) =>
      box.playerByGameStats[side].goalies.map((goalie, index) => ({
        goalie,
        club: box[side].abbrev,
        at: `/playerByGameStats/${side}/goalies/${index}`,
      })),
    )
    const goalies = readList(listed, ({ goalie, club, at }): GoalieGame => {
      const { playerId, toi, decision } = readAnswer<GoalieOfBoxScore>(GoalieOfBoxScore, endpoint, goalie, at)
      return { playerId, club, decision: decision ?? null, toiSeconds: seconds(toi) }
    })
    return fittingOf(goalies, note)
  },
})

/** "59:34" */
const seconds = (toi: string): number => {
  const [minutes, rest] = toi.split(':')
  return Number(minutes) * 60 + Number(rest)
}

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
