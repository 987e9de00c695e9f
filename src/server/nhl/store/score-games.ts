import { inArray, sql } from 'drizzle-orm'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { GAME_STATES, type GameState } from '#contract/tonight'
import type { Instant, LeagueDay } from '#rules/calendar'
import type { GameFacts } from '#rules/tonight'
import type { Queries } from '../../db/engine/database.ts'
import { scoreGame, scoreReading } from '../../db/tables/tables.ts'
import { anyOf } from './lines.ts'

/** A game as the score page has it. */
export interface ScoreGame extends Omit<GameFacts, 'afterShootOut'> {
  readonly id: number
  /** Of the page. */
  readonly day: LeagueDay
  /** From 1; null before the game. */
  readonly period: number | null
  /** Of a game that is over, the one in which it ended. */
  readonly periodType: 'REG' | 'OT' | 'SO' | null
  /** Of the period. */
  readonly secondsLeft: number | null
  readonly intermission: boolean
}

const Goals = Type.Array(
  Type.Object({
    club: Type.String(),
    scorer: Type.Integer(),
    assists: Type.Array(Type.Integer()),
    strength: Type.Union([Type.Literal('ev'), Type.Literal('pp'), Type.Literal('sh')]),
  }),
)
const Goalies = Type.Array(
  Type.Object({
    playerId: Type.Integer(),
    club: Type.String(),
    decision: Type.Union([Type.Literal('W'), Type.Literal('L'), Type.Literal('O'), Type.Null()]),
    toiSeconds: Type.Integer(),
  }),
)

/** A game as far as the score page matters. */
interface ImportedState {
  readonly id: number
  readonly gameDate: LeagueDay
  /** As it was imported. */
  readonly state: string
}

const isState = (text: string): text is GameState => GAME_STATES.some((state) => state === text)

/** By the score page, until the import has settled the game. */
export const stateOf = (
  { state }: Pick<ImportedState, 'state'>,
  score: Pick<KeptScore, 'state'> | undefined,
): GameState => {
  const imported = isState(state) ? state : 'FUT'
  return score && imported !== 'OFF' ? score.state : imported
}

/** What the score page has of games; of one that was put off, only once it has announced its new day. */
export async function scoresOf(
  queries: Queries,
  games: readonly ImportedState[],
): Promise<ReadonlyMap<number, KeptScore>> {
  const scores = await keptScores(
    queries,
    games.map(({ id }) => id),
  )
  const dayOf = new Map(games.map(({ id, gameDate }) => [id, gameDate]))
  return new Map([...scores].filter(([id, { day }]) => dayOf.get(id) === day))
}

export type KeptScore = Omit<ScoreGame, 'home' | 'away'>

/** Those of the games that the score page has announced. */
export async function keptScores(queries: Queries, gameIds: readonly number[]): Promise<Map<number, KeptScore>> {
  if (gameIds.length === 0) return new Map()
  const rows = await queries
    .select()
    .from(scoreGame)
    .where(inArray(scoreGame.gameId, [...gameIds]))
  return new Map(
    rows.map(({ gameId, goals, goalies, ...row }) => [
      gameId,
      { ...row, id: gameId, goals: Value.Parse(Goals, goals), goalies: Value.Parse(Goalies, goalies) },
    ]),
  )
}

/** Replaces what was known of the game; a game that is not on the schedule is ignored. */
export async function saveScore(queries: Queries, { id, home: _, away: __, ...facts }: ScoreGame): Promise<void> {
  const { goals, goalies, ...rest } = facts
  // Stored as they are parsed: nothing else of the objects.
  const row = { ...rest, goals: Value.Clean(Goals, goals), goalies: Value.Clean(Goalies, goalies) }
  await queries
    .insert(scoreGame)
    .values({ gameId: id, ...row })
    .onConflictDoUpdate({ target: scoreGame.gameId, set: row })
}

export interface ScoreReading {
  readonly requestedAt: Instant | null
  /** When an answer could last be used. */
  readonly readAt: Instant | null
  /** In a row. */
  readonly failures: number
  readonly notBefore: Instant | null
}

export async function scoreReadingNow(queries: Queries): Promise<ScoreReading> {
  const [row] = await queries.select().from(scoreReading)
  return {
    requestedAt: row?.requestedAt.getTime() ?? null,
    readAt: row?.readAt?.getTime() ?? null,
    failures: row?.failures ?? 0,
    notBefore: row?.notBefore?.getTime() ?? null,
  }
}

export async function noteScoresRequested(queries: Queries, at: Instant): Promise<void> {
  const row = { requestedAt: new Date(at) }
  await queries.insert(scoreReading).values(row).onConflictDoUpdate({ target: scoreReading.id, set: row })
}

export async function noteScoresRead(queries: Queries, at: Instant): Promise<void> {
  await queries.update(scoreReading).set({ readAt: new Date(at), failures: 0, notBefore: null })
}

export async function noteScoresFailed(queries: Queries, notBefore: Instant): Promise<void> {
  await queries
    .update(scoreReading)
    .set({ failures: sql`${scoreReading.failures} + 1`, notBefore: new Date(notBefore) })
}

/** Games whose reports have been imported: these tell of them from then on. */
export async function reportedGames(queries: Queries, gameIds: readonly number[]): Promise<Set<number>> {
  if (gameIds.length === 0) return new Set()
  const those = anyOf(gameIds)
  const { rows } = await queries.execute<{ id: number }>(sql`
    select distinct game_id as id from official_line where game_id = ${those}
    union select distinct game_id from pending_line where game_id = ${those}`)
  return new Set(rows.map(({ id }) => id))
}
