import { asc, eq, sql } from 'drizzle-orm'
import { rowsOf } from '../engine/bulk.ts'
import type { Queries } from '../engine/database.ts'
import { rosterEntry } from '../tables/tables.ts'

/** Who ended a season with which team. */
export interface PastEntry {
  readonly teamId: number
  readonly playerId: number
  readonly boughtAt: Date
  readonly drafted: boolean
}

export async function pastRosters(queries: Queries, seasonId: number): Promise<PastEntry[]> {
  const rows = await queries
    .select({
      teamId: rosterEntry.teamId,
      playerId: rosterEntry.playerId,
      boughtAt: rosterEntry.boughtAt,
      acquired: rosterEntry.acquired,
    })
    .from(rosterEntry)
    .where(eq(rosterEntry.seasonId, seasonId))
    .orderBy(asc(rosterEntry.teamId), asc(rosterEntry.playerId))
  return rows.map(({ acquired, ...row }) => ({ ...row, drafted: acquired === 'draft' }))
}

/** Makes these the rosters of a season that the league did not play here. */
export async function replacePastRosters(
  queries: Queries,
  seasonId: number,
  entries: readonly PastEntry[],
): Promise<void> {
  await queries.delete(rosterEntry).where(eq(rosterEntry.seasonId, seasonId))
  await queries.execute(sql`
    insert into roster_entry (season_id, team_id, player_id, acquired, bought_at, bought_price_cents)
    select ${seasonId}::int, team_id, player_id, acquired, bought_at, 0
    from ${rowsOf(entries, {
      team_id: ['int', ({ teamId }) => teamId],
      player_id: ['int', ({ playerId }) => playerId],
      acquired: ['text', ({ drafted }) => (drafted ? 'draft' : 'trade')],
      bought_at: ['timestamptz', ({ boughtAt }) => boughtAt],
    })}`)
}
