import { sql } from 'drizzle-orm'
import type { Queries } from '../../db/engine/database.ts'
import { effectiveLines } from './lines.ts'

/** What the NHL counts of a player's season, as far as it is worth points. */
export interface SeasonSums {
  readonly gamesPlayed: number
  readonly goals: number
  readonly assists: number
  readonly powerPlayGoals: number
  readonly shortHandedGoals: number
  readonly gameWinningGoals: number
  readonly wins: number
  readonly overtimeLosses: number
  readonly shutouts: number
  readonly toiSeconds: number
}

export const noSums: SeasonSums = {
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

export interface PlayerSums extends SeasonSums {
  readonly playerId: number
  readonly name: string
  /** The present club; null while there is none. */
  readonly club: string | null
}

/** The sums of everybody's lines as the next official update would have them. */
export async function sumsOfLines(queries: Queries, seasonId: number): Promise<PlayerSums[]> {
  const { rows } = await queries.execute<Record<keyof PlayerSums, number> & { name: string; club: string | null }>(sql`
    select player_id as "playerId", first_name || ' ' || last_name as name, player.nhl_team as club,
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
