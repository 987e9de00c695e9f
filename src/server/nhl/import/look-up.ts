import type { Database } from '../../db/engine/database.ts'
import { Allowance } from '../../http/limits/allowance.ts'
import { evictOldest } from '../../http/limits/evict-oldest.ts'
import { type CurrentLeague, currentLeague } from '../../league/league.ts'
import { type FoundPlayer, isOfSource, SourceHasNone } from '../source.ts'
import { lockImports } from '../store/import-days.ts'
import { addPlayers, saveCareers } from '../store/import-players.ts'

/** The NHL has given out ids of this form only. */
const isNhlId = (playerId: number): boolean => playerId >= 8_400_000 && playerId < 9_000_000

/** Of all members together: the NHL gets polite requests even when somebody tries ids. */
const ALLOWED = { atOnce: 20, everyMs: 60_000 }
const MOST_UNKNOWN = 1000
const UNKNOWN_FOR_MS = 3_600_000

interface LookUpGiven {
  readonly database: Database
  /** Asks the league's source for the player, once. */
  readonly find: (league: CurrentLeague, playerId: number) => Promise<FoundPlayer>
}

/** Brings a player whom no import has brought. `silent`: the source gives no answer, or has had too many requests. */
export function playerLookUp({ database, find }: LookUpGiven) {
  const allowance = new Allowance(ALLOWED)
  /** Ids that the source does not have, and when it answered so. */
  const unknown = new Map<number, number>()

  return async (playerId: number): Promise<'found' | 'unknown' | 'silent'> => {
    if (!isNhlId(playerId)) return 'unknown'
    if (performance.now() - (unknown.get(playerId) ?? Number.NEGATIVE_INFINITY) < UNKNOWN_FOR_MS) return 'unknown'
    if (allowance.wait('') > 0) return 'silent'
    allowance.take('')
    const league = await database.transaction(currentLeague)
    try {
      await savePlayer(database, league, await find(league, playerId))
      return 'found'
    } catch (error) {
      if (error instanceof SourceHasNone) {
        unknown.set(playerId, performance.now())
        evictOldest(unknown, MOST_UNKNOWN)
        return 'unknown'
      }
      if (isOfSource(error)) return 'silent'
      throw error
    }
  }
}

async function savePlayer(
  database: Database,
  { seasonId }: CurrentLeague,
  { career, ...player }: FoundPlayer,
): Promise<void> {
  await database.transaction(async (queries) => {
    await lockImports(queries)
    await addPlayers(queries, [player])
    await saveCareers(queries, seasonId, [{ ...career, playerId: player.id }])
    await database.announce(queries, 'answers', String(seasonId))
  })
}
