import type { GameState } from '#contract/tonight'
import { addDays, type Bounds, dayBounds, type Instant, type LeagueDay, leagueDay } from './calendar.ts'
import { type Cents, centsOfPoints, type Interval, isWithin } from './money.ts'
import { type GameLine, gamePoints } from './scoring.ts'
import { ranking } from './standings.ts'

// Games while they are played: what their goals are worth before the reports have them. Provisional by nature.

/** The NHL's game dates are those of the East. */
export const NHL_ZONE = 'America/New_York'
/** Six in the morning. */
const NIGHT_ENDS_MS = 6 * 3_600_000

/** The game date that members mean by tonight: games in the West end after midnight. */
export const nightOf = (now: Instant): LeagueDay => leagueDay(now - NIGHT_ENDS_MS, NHL_ZONE)

export const nightBounds = (now: Instant): Bounds => {
  const { from, until } = dayBounds(nightOf(now), NHL_ZONE)
  return { from: from + NIGHT_ENDS_MS, until: until + NIGHT_ENDS_MS }
}

/** Not played on the day it is listed. */
export const isCalledOff = (state: GameState): boolean => state === 'PPD' || state === 'CNCL'
/** Also one whose numbers are not official yet. */
export const isOver = (state: GameState): boolean => state === 'OVER' || state === 'FINAL' || state === 'OFF'
export const isAhead = (state: GameState): boolean => state === 'FUT' || state === 'PRE'

/** A goal as the latest reading has it. The shots of a shoot-out are none. */
export interface Goal {
  readonly club: string
  readonly scorer: number
  readonly assists: readonly number[]
  readonly strength: 'ev' | 'pp' | 'sh'
}

/** A goalie of the box score, which there is when the game is over. */
export interface GoalieGame {
  readonly playerId: number
  readonly club: string
  /** Won, lost, or lost after overtime or a shoot-out; null for who neither won nor lost. */
  readonly decision: 'W' | 'L' | 'O' | null
  readonly toiSeconds: number
}

/** A game as the score page has it; each reading replaces the one before. */
export interface GameFacts {
  readonly home: string
  readonly away: string
  readonly state: GameState
  /** With the winning goal of a shoot-out. */
  readonly homeScore: number
  readonly awayScore: number
  readonly afterShootOut: boolean
  readonly goals: readonly Goal[]
  readonly goalies: readonly GoalieGame[]
}

/** How far a game is; a game that is called off may yet be played. */
const STAGES: Readonly<Record<GameState, number>> = {
  FUT: 0, PRE: 0, PPD: 0, CNCL: 0, SUSP: 0, LIVE: 1, CRIT: 1, OVER: 1, FINAL: 2, OFF: 3,
} // biome-ignore format: a table

interface Stage {
  readonly state: GameState
  readonly period: number | null
  readonly goals: readonly unknown[]
}

/**
 * Whether a reading of a game has less than the one before: an answer cached somewhere on its way. One goal may be
 * taken back, and the clock be set back within a period.
 */
export const isOlder = (read: Stage, before: Stage): boolean => {
  if (isCalledOff(read.state) || read.state === 'SUSP' || before.state === 'SUSP') return false
  if (STAGES[read.state] !== STAGES[before.state]) return STAGES[read.state] < STAGES[before.state]
  return (read.period ?? 0) < (before.period ?? 0) || read.goals.length < before.goals.length - 1
}

/** A box score is complete once somebody has won. */
export const namesWinner = (goalies: readonly Pick<GoalieGame, 'decision'>[]): boolean =>
  goalies.some(({ decision }) => decision === 'W')

export type ProvisionalLine = GameLine & {
  readonly playerId: number
  readonly club: string
  readonly points: number
}

/** The goal that won the game: the winner's one more than the loser has. None after a shoot-out. */
function winningGoal({ home, away, state, homeScore, awayScore, afterShootOut, goals }: GameFacts): Goal | undefined {
  if (!isOver(state) || afterShootOut || homeScore === awayScore) return undefined
  const [winner, losersGoals] = homeScore > awayScore ? [home, awayScore] : [away, homeScore]
  return goals.filter(({ club }) => club === winner)[losersGoals]
}

const count = <T>(all: readonly T[], holds: (one: T) => boolean): number => all.filter(holds).length

/** A shutout is of the only goalie of the club who was in goal, without a goal against before the shoot-out. */
const isShutout = ({ goals, goalies }: GameFacts, { club, toiSeconds }: GoalieGame): boolean =>
  toiSeconds > 0 &&
  count(goalies, (other) => other.club === club && other.toiSeconds > 0) === 1 &&
  goals.every((goal) => goal.club === club)

/**
 * Everybody's line as far as the goals and, once the game is over, the box score tell it. Who has none has done nothing
 * yet that the pool counts.
 */
export function provisionalLines(game: GameFacts, isGoalie: (playerId: number) => boolean): ProvisionalLine[] {
  const { goals, goalies, state } = game
  const clubOf = new Map<number, string>()
  for (const { club, scorer, assists } of goals) for (const id of [scorer, ...assists]) clubOf.set(id, club)
  if (isOver(state)) for (const { playerId, club } of goalies) clubOf.set(playerId, club)
  const winning = winningGoal(game)
  return [...clubOf].map(([playerId, club]): ProvisionalLine => {
    const own = goals.filter(({ scorer }) => scorer === playerId)
    const did = { goals: own.length, assists: count(goals, ({ assists }) => assists.includes(playerId)) }
    const inGoal = isOver(state) ? goalies.find((each) => each.playerId === playerId) : undefined
    const line: GameLine =
      inGoal || isGoalie(playerId)
        ? {
            kind: 'goalie',
            ...did,
            wins: inGoal?.decision === 'W' ? 1 : 0,
            overtimeLosses: inGoal?.decision === 'O' ? 1 : 0,
            shutouts: inGoal && isShutout(game, inGoal) ? 1 : 0,
          }
        : {
            kind: 'skater',
            ...did,
            powerPlayGoals: count(own, ({ strength }) => strength === 'pp'),
            shortHandedGoals: count(own, ({ strength }) => strength === 'sh'),
            gameWinningGoals: winning?.scorer === playerId ? 1 : 0,
          }
    return { ...line, playerId, club, points: gamePoints(line) }
  })
}

/** The eight days whose games are listed, the night's first. */
export const scheduleDays = (now: Instant): { readonly from: LeagueDay; readonly through: LeagueDay } => {
  const from = nightOf(now)
  return { from, through: addDays(from, 7) }
}

// What games that are not official yet do to the pool's table. Points count as the official update will count them: for
// the team that has the player, unless they were scratched when the game started (league rules, 4 and 5).

/** A player whom a team has, and when they sat out. */
export interface HeldPlayer {
  readonly teamId: number
  readonly playerId: number
  /** Their club at present. */
  readonly club: string | null
  readonly scratched: readonly Interval[]
}

export interface NightGame {
  readonly id: number
  readonly startsAt: Instant
  readonly state: GameState
  readonly home: string
  readonly away: string
}

/** What a game adds to a player's official points. */
export interface UnofficialPoints {
  readonly playerId: number
  readonly startsAt: Instant
  readonly points: number
}

export const isDressedFor = ({ scratched }: HeldPlayer, startsAt: Instant): boolean =>
  !scratched.some((interval) => isWithin(interval, startsAt))

export type Progress = 'done' | 'playing' | 'toPlay'

/** Who plays twice is still to play until the second game has begun. Null: not at all, or not now. */
export function progressOf(held: HeldPlayer, games: readonly NightGame[]): Progress | null {
  const own = games.filter(
    ({ home, away, state, startsAt }) =>
      (home === held.club || away === held.club) && !isCalledOff(state) && isDressedFor(held, startsAt),
  )
  if (own.length === 0) return null
  if (own.some(({ state }) => !isAhead(state) && !isOver(state) && state !== 'SUSP')) return 'playing'
  return own.some(({ state }) => isAhead(state)) ? 'toPlay' : 'done'
}

interface OfficialTeam {
  readonly id: number
  readonly totalScore: Cents
}

export interface TeamIfEnded {
  readonly teamId: number
  readonly total: Cents
  readonly rank: number
  readonly officialTotal: Cents
  readonly officialRank: number
}

/** Every team's total and rank if it ended now, in the order given. `unofficial`: of all games, each once. */
export function standingsIfEnded(
  teams: readonly OfficialTeam[],
  held: readonly HeldPlayer[],
  unofficial: readonly UnofficialPoints[],
): TeamIfEnded[] {
  const holderOf = new Map(held.map((each) => [each.playerId, each]))
  const added = new Map<number, number>()
  for (const { playerId, startsAt, points } of unofficial) {
    const holder = holderOf.get(playerId)
    if (holder && isDressedFor(holder, startsAt)) {
      added.set(holder.teamId, (added.get(holder.teamId) ?? 0) + points)
    }
  }
  const totals = teams.map(({ id, totalScore }) => totalScore + centsOfPoints(added.get(id) ?? 0))
  const ranks = ranking(totals)
  const officialRanks = ranking(teams.map(({ totalScore }) => totalScore))
  return teams.map(({ id, totalScore }, index) => ({
    teamId: id,
    total: totals[index] ?? totalScore,
    rank: ranks[index] ?? teams.length,
    officialTotal: totalScore,
    officialRank: officialRanks[index] ?? teams.length,
  }))
}
