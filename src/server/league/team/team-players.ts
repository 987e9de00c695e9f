import type { RosterItem } from '#contract/roster'
import type { Instant } from '#rules/calendar'
import { teamPoints } from '#rules/money'
import type { Queries } from '../../db/engine/database.ts'
import type { CurrentLeague } from '../league.ts'
import { findPlayersById, playerOnWire } from '../players/players.ts'
import { entryOnWire, findEntries } from './roster.ts'

/** A team's players of the season, or those that it sold; who is worth most to it first. */
export async function teamPlayers(
  queries: Queries,
  league: CurrentLeague,
  now: Instant,
  { teamId, current }: { readonly teamId: number; readonly current: boolean },
): Promise<RosterItem[]> {
  const all = await findEntries(queries, { seasonId: league.seasonId, teamId })
  const entries = all.filter(({ sold }) => sold !== current)
  const ids = entries.map(({ playerId }) => playerId)
  const players = await findPlayersById(queries, league, now, ids)
  return entries
    .sort((one, other) => teamPoints(other) - teamPoints(one))
    .flatMap((entry) => {
      const player = players.get(entry.playerId)
      return player ? [{ player: playerOnWire(player), rosterEntry: entryOnWire(entry) }] : []
    })
}
