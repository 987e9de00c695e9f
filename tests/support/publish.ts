import type { Database } from '#server/db/engine/database'
import { currentLeague } from '#server/league/league'
import * as store from '#server/league/standings/publish'

/** An official update at that instant, which every process hears of. */
export const publish = (database: Database, at: Date): Promise<void> =>
  database.transaction(async (queries) => {
    const { seasonId } = await currentLeague(queries)
    await store.publish(queries, seasonId, at)
    await database.announce(queries, 'answers', String(seasonId))
  })
