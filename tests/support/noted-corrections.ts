import { sql } from 'drizzle-orm'
import type { Instant } from '#rules/calendar'
import type { Queries } from '#server/db/engine/database'

/** What an official update changed in a game that had been published before. */
interface Correction {
  readonly publishedAt: Date
  readonly gameId: number
  readonly gameDate: string
  readonly playerId: number
  readonly playerName: string
  /** The line by its columns; null where there was none, or is none any longer. */
  readonly before: Readonly<Record<string, number | string>> | null
  readonly after: Readonly<Record<string, number | string>> | null
  readonly pointsBefore: number
  readonly pointsAfter: number
}

/** What official updates of the season have changed since then, newest first. */
export async function listCorrections(queries: Queries, seasonId: number, since: Instant): Promise<Correction[]> {
  const { rows } = await queries.execute<{
    published_at: Date | string
    game_id: number
    game_date: string
    player_id: number
    player_name: string
    line_before: Correction['before']
    line_after: Correction['after']
    points_before: number
    points_after: number
  }>(sql`
    select published_at, game_id, game_date::text as game_date, player_id,
      first_name || ' ' || last_name as player_name, line_before, line_after, points_before, points_after
    from correction
    join game on game.id = correction.game_id
    join player on player.id = correction.player_id
    where correction.season_id = ${seasonId} and published_at >= ${new Date(since).toISOString()}::timestamptz
    order by published_at desc, correction.id`)
  return rows.map((row) => ({
    publishedAt: new Date(row.published_at),
    gameId: row.game_id,
    gameDate: row.game_date,
    playerId: row.player_id,
    playerName: row.player_name,
    before: row.line_before,
    after: row.line_after,
    pointsBefore: row.points_before,
    pointsAfter: row.points_after,
  }))
}
