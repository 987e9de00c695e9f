import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { LeagueDay } from '#rules/calendar'
import type { HeldPlayer, UnofficialPoints } from '#rules/tonight-standings'
import type { Queries } from '../../db/engine/database.ts'
import { game, player, rosterEntry, scratchInterval } from '../../db/tables/tables.ts'
import { anyOf, effectiveLines } from '../../nhl/store/lines.ts'
import { type KeptScore, keptScores } from '../../nhl/store/score-games.ts'
import type { SeasonSums } from '../../nhl/store/season-sums.ts'

// What the night is made of; everything in it is read in one snapshot (tonight.ts).

export type KeptGame = typeof game.$inferSelect

/** The day shown: the night's, or the next one with games. */
export async function dayShown(queries: Queries, seasonId: number, today: LeagueDay): Promise<LeagueDay> {
  const [next] = await queries
    .select({ day: sql<string | null>`min(${game.gameDate})::text` })
    .from(game)
    .where(and(eq(game.seasonId, seasonId), gte(game.gameDate, today)))
  return next?.day ?? today
}

/** Of a day, in the order in which they begin. */
export const gamesOfDay = (queries: Queries, seasonId: number, day: LeagueDay): Promise<KeptGame[]> =>
  queries
    .select()
    .from(game)
    .where(and(eq(game.seasonId, seasonId), eq(game.gameDate, day)))
    .orderBy(game.startTime, game.id)

/** Whom teams have now, and when those sat out. */
export async function heldPlayers(queries: Queries, seasonId: number): Promise<HeldPlayer[]> {
  const held = and(eq(rosterEntry.seasonId, seasonId), isNull(rosterEntry.soldAt))
  const entries = await queries
    .select({ id: rosterEntry.id, teamId: rosterEntry.teamId, playerId: rosterEntry.playerId, club: player.nhlTeam })
    .from(rosterEntry)
    .innerJoin(player, eq(player.id, rosterEntry.playerId))
    .where(held)
  const intervals = await queries
    .select({ interval: scratchInterval })
    .from(scratchInterval)
    .innerJoin(rosterEntry, eq(rosterEntry.id, scratchInterval.entryId))
    .where(held)
  return entries.map(({ id, ...entry }) => ({
    ...entry,
    scratched: intervals.flatMap(({ interval: { entryId, scratchedAt, dressedAt } }) =>
      entryId === id ? [{ from: scratchedAt.getTime(), until: dressedAt?.getTime() ?? null }] : [],
    ),
  }))
}

/** A game's line as its reports have it, published or not. */
export interface ReportedLine extends Counts {
  readonly gameId: number
  readonly playerId: number
  readonly club: string
  readonly points: number
}

/** What the pool counts of a line. */
export type Counts = Omit<SeasonSums, 'gamesPlayed' | 'toiSeconds'>

export async function reportedLines(queries: Queries, gameIds: readonly number[]): Promise<ReportedLine[]> {
  if (gameIds.length === 0) return []
  const { rows } = await queries.execute<ReportedLine & Record<string, unknown>>(sql`
    select game_id as "gameId", player_id as "playerId", nhl_team as club, goals::int as goals, assists::int as assists,
      power_play_goals::int as "powerPlayGoals", short_handed_goals::int as "shortHandedGoals",
      game_winning_goals::int as "gameWinningGoals", wins::int as wins, overtime_losses::int as "overtimeLosses",
      shutouts::int as shutouts, points::int as points
    from ${effectiveLines(anyOf(gameIds))}`)
  return rows
}

/** What lines that wait for an official update will add, game by game. */
export async function waitingPoints(queries: Queries, seasonId: number): Promise<UnofficialPoints[]> {
  const { rows } = await queries.execute<{ playerId: number; startsAt: Date | string; points: number }>(sql`
    select pending.player_id as "playerId", game.start_time as "startsAt",
      (case when pending.removed then 0 else pending.points end - coalesce(official.points, 0))::int as points
    from pending_line pending
    join game on game.id = pending.game_id and game.season_id = ${seasonId}
    left join official_line official on official.game_id = pending.game_id and official.player_id = pending.player_id`)
  return rows.map(({ startsAt, ...row }) => ({ ...row, startsAt: new Date(startsAt).getTime() }))
}

export interface AnnouncedGame extends KeptGame {
  readonly score: KeptScore
}

/** Games that the score page has announced and whose reports are still to come, of whichever day. */
export async function announcedGames(queries: Queries, seasonId: number): Promise<AnnouncedGame[]> {
  const { rows } = await queries.execute<{ id: number }>(sql`
    select game.id from game join score_game on score_game.game_id = game.id and score_game.day = game.game_date
    where season_id = ${seasonId}
      and not exists (select 1 from official_line where game_id = game.id)
      and not exists (select 1 from pending_line where game_id = game.id)`)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const scores = await keptScores(queries, ids)
  const games = await queries.select().from(game).where(inArray(game.id, ids))
  return games.flatMap((each) => {
    const score = scores.get(each.id)
    return score ? [{ ...each, score }] : []
  })
}

export interface KnownPlayer {
  readonly name: string
  readonly position: string
}

export async function knownPlayers(queries: Queries, ids: readonly number[]): Promise<Map<number, KnownPlayer>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .select({ id: player.id, first: player.firstName, last: player.lastName, position: player.position })
    .from(player)
    .where(inArray(player.id, [...ids]))
  return new Map(rows.map(({ id, first, last, position }) => [id, { name: `${first} ${last}`.trim(), position }]))
}
