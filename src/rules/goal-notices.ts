import type { Instant } from './calendar.ts'
import type { GameFacts, Goal } from './tonight.ts'
import type { NoticeWords } from './turn-notices.ts'

/** A goal worth a notification, with a name that makes the same one sent once whatever else changes in its game. */
export interface GoalNotice {
  readonly about: string
  readonly scorer: number
}

const abouts = (gameId: number, goals: readonly Goal[]): GoalNotice[] =>
  goals.map(({ scorer }, index) => {
    const nth = goals.slice(0, index + 1).filter((goal) => goal.scorer === scorer).length
    return { about: `goal ${gameId} ${scorer} ${nth}`, scorer }
  })

/** The goals that a game still has; a notice that is not sent yet holds as long as its goal does. */
export const goalsStanding = (gameId: number, goals: readonly Goal[]): string[] =>
  abouts(gameId, goals).map(({ about }) => about)

/** The goals of a reading that the one before did not have. */
export const newGoals = (gameId: number, before: readonly Goal[], goals: readonly Goal[]): GoalNotice[] => {
  const known = new Set(goalsStanding(gameId, before))
  return abouts(gameId, goals).filter(({ about }) => !known.has(about))
}

/** At most one message a game in this time; the later one waits. */
const GOALS_APART_MS = 5 * 60_000

/** `dueBefore`: of the game's message before, which may wait itself; then this one takes its place. */
export const goalDueAt = (now: Instant, dueBefore: Instant | null): Instant => {
  if (dueBefore === null || dueBefore > now) return dueBefore ?? now
  return Math.max(now, dueBefore + GOALS_APART_MS)
}

type Scored = Pick<GameFacts, 'home' | 'away' | 'homeScore' | 'awayScore'> & { readonly period: number | null }

const periodWords = (period: number | null): string => {
  if (period === null) return ''
  if (period > 3) return ' · overtime'
  return ` · ${['1st', '2nd', '3rd'][period - 1]} period`
}

export const goalWords = (name: string, { home, away, homeScore, awayScore, period }: Scored): NoticeWords => ({
  title: `${name} scores`,
  body: `${away} ${awayScore}, ${home} ${homeScore}${periodWords(period)}`,
})
