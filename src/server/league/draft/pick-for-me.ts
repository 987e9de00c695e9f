import { eq } from 'drizzle-orm'
import type { PickForMe } from '#contract/draft-room'
import type { Queries } from '../../db/engine/database.ts'
import { pickForMe } from '../../db/tables/draft-tables.ts'

/** Teams without an entry pick by themselves. */
export async function modesOfTeams(queries: Queries, seasonId: number): Promise<Map<number, PickForMe>> {
  const rows = await queries.select().from(pickForMe).where(eq(pickForMe.seasonId, seasonId))
  return new Map(rows.map(({ teamId, mode }) => [teamId, mode]))
}

export async function saveMode(
  queries: Queries,
  { seasonId, teamId }: { seasonId: number; teamId: number },
  mode: PickForMe,
): Promise<void> {
  await queries
    .insert(pickForMe)
    .values({ seasonId, teamId, mode })
    .onConflictDoUpdate({ target: [pickForMe.seasonId, pickForMe.teamId], set: { mode } })
}
