import { type SQL, sql } from 'drizzle-orm'
import type { LeagueDay } from '#rules/calendar'
import { type GoalieLine, gamePoints, type SkaterLine } from '#rules/scoring'
import type { UnofficialPoints } from '#rules/tonight'
import type { Queries } from '../../db/engine/database.ts'
import { insertOrUpdate, rowsFor } from '../../db/queries.ts'
import { game, officialLine } from '../../db/tables/tables.ts'

/** A game as its source has it; the scores are null until it is played. */
export interface ImportedGame extends Readonly<Omit<typeof game.$inferSelect, 'seasonId' | 'gameDate'>> {
  readonly date: LeagueDay
}

/** One player in one game as its source has it. */
export type ImportedLine = {
  readonly gameId: number
  readonly playerId: number
  readonly nhlTeam: string
  readonly toiSeconds: number
} & (({ readonly kind: 'skater' } & SkaterLine) | ({ readonly kind: 'goalie' } & GoalieLine))

/** In the order of the table's columns. */
export const lineRows = (lines: readonly ImportedLine[]): SQL =>
  rowsFor(
    officialLine,
    lines.map((line) => ({ ...noSums, ...line, points: gamePoints(line) })),
  )

/** Lines as the next official update would have them, of all games or of `which` (anyOf); for `from`, as `line`. */
export function effectiveLines(which?: SQL): SQL {
  const those = which ? sql`where game_id = ${which}` : sql``
  return sql`(
    select game_id, player_id, nhl_team, goals, assists, power_play_goals, short_handed_goals, game_winning_goals, wins,
      overtime_losses, shutouts, toi_seconds, points
    from (select * from pending_line ${those}) pending where not removed
    union all
    select official.* from (select * from official_line ${those}) official
    where not exists (select 1 from pending_line pending
                      where pending.game_id = official.game_id and pending.player_id = official.player_id)
  ) line`
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

/** As an array: the index is used even before the tables have been counted. */
export const anyOf = (ids: readonly number[]): SQL => sql`any(${`{${ids.join(',')}}`}::int[])`

/** Adds games, or brings those that are known up to date. Returns how many were written. */
export async function saveGames(queries: Queries, seasonId: number, games: readonly ImportedGame[]): Promise<number> {
  const incoming = games.map(({ date, ...each }) => ({ ...each, seasonId, gameDate: date }))
  const { rows } = await queries.execute(sql`${insertOrUpdate(game, incoming, 'id')} returning id`)
  return rows.length
}

/** Published lines of games that have none yet. */
export async function loadOfficialLines(queries: Queries, lines: readonly ImportedLine[]): Promise<void> {
  await queries.execute(sql`insert into official_line select * from ${lineRows(lines)}`)
}

export const noSums = {
  gamesPlayed: 0,
  goals: 0,
  assists: 0,
  powerPlayGoals: 0,
  shortHandedGoals: 0,
  gameWinningGoals: 0,
  wins: 0,
  overtimeLosses: 0,
  shutouts: 0,
  toiSeconds: 0,
}

/** What the NHL counts of a player's season, as far as it is worth points. */
export type SeasonSums = Readonly<typeof noSums>

export interface PlayerSums extends SeasonSums {
  readonly playerId: number
  readonly name: string
  /** The present club; null while there is none. */
  readonly club: string | null
}

/** The sums of everybody's lines as the next official update would have them. */
export async function sumsOfLines(queries: Queries, seasonId: number): Promise<PlayerSums[]> {
  const { rows } = await queries.execute<Record<keyof PlayerSums, number> & { name: string; club: string | null }>(sql`
    select player_id as "playerId", trim(first_name || ' ' || last_name) as name, player.nhl_team as club,
      count(*)::int as "gamesPlayed", sum(goals)::int as goals, sum(assists)::int as assists,
      sum(power_play_goals)::int as "powerPlayGoals", sum(short_handed_goals)::int as "shortHandedGoals",
      sum(game_winning_goals)::int as "gameWinningGoals", sum(wins)::int as wins,
      sum(overtime_losses)::int as "overtimeLosses", sum(shutouts)::int as shutouts, sum(toi_seconds)::int as "toiSeconds"
    from ${effectiveLines()}
    join game on game.id = line.game_id
    join player on player.id = line.player_id
    where game.season_id = ${seasonId}
    group by player_id, first_name, last_name, player.nhl_team
    order by player_id`)
  return rows
}
