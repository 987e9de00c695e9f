import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/engine/database'
import { rowsIn } from './test-database.ts'

type Line = Readonly<Record<string, number | string>>

/** What official updates of the season have changed in games that had been published before, newest first. */
export async function listCorrections(database: Database, seasonId: number) {
  const rows = await rowsIn<{
    publishedAt: Date | string
    gameId: number
    gameDate: string
    playerId: number
    playerName: string
    /** The line by its columns; null where there was none, or is none any longer. */
    before: Line | null
    after: Line | null
    pointsBefore: number
    pointsAfter: number
  }>(
    database,
    sql`select published_at as "publishedAt", game_id as "gameId", game_date::text as "gameDate", player_id as "playerId",
        first_name || ' ' || last_name as "playerName", line_before as before, line_after as after,
        points_before as "pointsBefore", points_after as "pointsAfter"
      from correction join game on game.id = game_id join player on player.id = player_id
      where correction.season_id = ${seasonId} order by published_at desc, correction.id`,
  )
  return rows.map((row) => ({ ...row, publishedAt: new Date(row.publishedAt) }))
}
