import { and, eq, sql } from 'drizzle-orm'
import type { Player } from '#contract/stats'
import type { Instant } from '#rules/calendar'
import type { Queries } from '../engine/database.ts'
import { game, officialLine, pendingLine } from '../tables/tables.ts'
import type { CurrentLeague } from './league.ts'
import { findPlayers, playerOnWire } from './players.ts'

/**
 * Players with lines that are not published yet, and what publishing them would add. A line that corrects a published
 * one adds the difference, one that removes it takes its points away; everything else is as of the last official update.
 */
export async function playersPreview(queries: Queries, league: CurrentLeague, now: Instant): Promise<Player[]> {
  const waiting = await queries
    .select({
      playerId: pendingLine.playerId,
      adds: sql<number>`sum(
        case when ${pendingLine.removed} then 0 else ${pendingLine.points} end
        - coalesce(${officialLine.points}, 0))::int`,
    })
    .from(pendingLine)
    .innerJoin(game, and(eq(game.id, pendingLine.gameId), eq(game.seasonId, league.seasonId)))
    .leftJoin(
      officialLine,
      and(eq(officialLine.gameId, pendingLine.gameId), eq(officialLine.playerId, pendingLine.playerId)),
    )
    .groupBy(pendingLine.playerId)
  if (waiting.length === 0) return []
  const adds = new Map(waiting.map(({ playerId, adds }) => [playerId, adds]))
  const players = await findPlayers(queries, league, now, [...adds.keys()])
  return players
    .map((figures) => {
      const pointsDiffPrevious = adds.get(figures.id) ?? 0
      return playerOnWire({ ...figures, pointsDiffPrevious, points: figures.points + pointsDiffPrevious })
    })
    .sort((one, other) => (other.pointsDiffPrevious ?? 0) - (one.pointsDiffPrevious ?? 0))
}
