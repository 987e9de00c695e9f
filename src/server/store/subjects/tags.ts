import { and, eq } from 'drizzle-orm'
import type { Queries } from '../engine/database.ts'
import { draftTag } from '../tables/draft-tables.ts'

/** A team's private note on a player; null removes it. */
export async function saveTag(
  queries: Queries,
  { seasonId, teamId, playerId }: { seasonId: number; teamId: number; playerId: number },
  tag: string | null,
): Promise<void> {
  if (tag === null) {
    const own = and(eq(draftTag.seasonId, seasonId), eq(draftTag.teamId, teamId), eq(draftTag.playerId, playerId))
    await queries.delete(draftTag).where(own)
    return
  }
  await queries
    .insert(draftTag)
    .values({ seasonId, teamId, playerId, tag })
    .onConflictDoUpdate({ target: [draftTag.seasonId, draftTag.teamId, draftTag.playerId], set: { tag } })
}
