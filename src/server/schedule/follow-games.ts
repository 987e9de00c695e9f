import { isDeepStrictEqual } from 'node:util'
import { and, between, eq, inArray } from 'drizzle-orm'
import { addDays, type Instant, type LeagueDay } from '#rules/calendar'
import { goalsStanding } from '#rules/goal-notices'
import { type GoalieGame, isOlder, isOver, namesWinner } from '#rules/tonight'
import type { Database, Queries } from '../db/engine/database.ts'
import { scoreGame } from '../db/tables/score-tables.ts'
import { game } from '../db/tables/tables.ts'
import { keptScores, reportedGames, type ScoreGame, saveScore, scoresOf, stateOf } from '../nhl/store/score-games.ts'
import { type ChangedGame, queueGoalNotices } from '../push/push-notices.ts'

/** Games of the night and of the days around it, as far as they are known. */
export async function followedGames(queries: Queries, seasonId: number, tonight: LeagueDay) {
  const games = await queries
    .select()
    .from(game)
    .where(and(eq(game.seasonId, seasonId), between(game.gameDate, addDays(tonight, -1), addDays(tonight, 1))))
  const scores = await scoresOf(queries, games)
  const reported = await reportedGames(
    queries,
    games.map(({ id }) => id),
  )
  return games.map((each) => {
    const score = scores.get(each.id)
    const state = stateOf(each, score)
    return {
      day: each.gameDate,
      startsAt: each.startTime.getTime(),
      state,
      isAnnounced: score?.state === state,
      isDecided: reported.has(each.id) || namesWinner(score?.goalies ?? []),
    }
  })
}

interface Reading {
  readonly seasonId: number
  readonly day: LeagueDay
  readonly now: Instant
}

export interface ScoresSaved {
  /** A game of which the page has announced more before; it stays as it was. */
  readonly stale: number | null
  /** Games that are over and whose winning goalie is not known. */
  readonly withoutGoalies: readonly Pick<ScoreGame, 'id' | 'state'>[]
}

/** Each game of the day is replaced as a whole; one that is not on the page stays. */
export async function saveScores(
  outlet: { readonly database: Pick<Database, 'announce'> },
  queries: Queries,
  { seasonId, day, now }: Reading,
  read: readonly ScoreGame[],
): Promise<ScoresSaved> {
  const ids = read.map(({ id }) => id)
  const scheduled = await startsOf(queries, seasonId, ids)
  const known = await keptScores(queries, ids)
  const reported = await reportedGames(queries, ids)
  let stale: number | null = null
  const withoutGoalies: Pick<ScoreGame, 'id' | 'state'>[] = []
  const changed: ChangedGame[] = []
  for (const one of read) {
    const startsAt = scheduled.get(one.id)
    // A game that no schedule has is not known to the league.
    if (startsAt === undefined) continue
    const kept = known.get(one.id)
    const before = kept?.day === day ? kept : null
    if (before && isOlder(one, before)) {
      stale = one.id
      continue
    }
    const goalies = isOver(one.state) && before ? before.goalies : []
    const { home: _, away: __, ...facts } = { ...one, goalies }
    // Most games of a night have not begun, or are over.
    if (!isDeepStrictEqual(facts, before)) await saveScore(queries, { ...one, goalies })
    changed.push({ game: one, startsAt, before: before?.goals ?? null })
    if (isOver(one.state) && !namesWinner(goalies) && !reported.has(one.id)) withoutGoalies.push(one)
  }
  await queueGoalNotices(outlet, queries, { seasonId, now }, changed.filter(hasOtherGoals))
  return { stale, withoutGoalies }
}

const hasOtherGoals = ({ game: { id, goals }, before }: ChangedGame): boolean =>
  goalsStanding(id, goals).join() !== goalsStanding(id, before ?? []).join()

async function startsOf(
  queries: Queries,
  seasonId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Instant>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .select({ id: game.id, startTime: game.startTime })
    .from(game)
    .where(and(eq(game.seasonId, seasonId), inArray(game.id, [...ids])))
  return new Map(rows.map(({ id, startTime }) => [id, startTime.getTime()]))
}

export async function saveGoalies(queries: Queries, gameId: number, goalies: readonly GoalieGame[]): Promise<void> {
  await queries
    .update(scoreGame)
    .set({ goalies: [...goalies] })
    .where(eq(scoreGame.gameId, gameId))
}
