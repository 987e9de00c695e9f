import { inArray } from 'drizzle-orm'
import type { PlayerRef, TeamRef } from '#contract/call'
import type { Queries } from '../engine/database.ts'
import { player, team } from '../tables/tables.ts'

/** Players and teams as lists refer to them, by id. */
export interface Refs {
  readonly players: ReadonlyMap<number, PlayerRef>
  readonly teams: ReadonlyMap<number, TeamRef>
}

export async function findRefs(queries: Queries, playerIds: Iterable<number>): Promise<Refs> {
  const ids = [...new Set(playerIds)]
  const players = ids.length === 0 ? [] : await queries.select().from(player).where(inArray(player.id, ids))
  const teams = await queries.select({ id: team.id, shortName: team.shortName }).from(team)
  return {
    players: new Map(
      players.map(({ id, firstName, lastName, position, nhlTeam }) => [
        id,
        { id, name: `${firstName} ${lastName}`, position, nhlTeam },
      ]),
    ),
    teams: new Map(teams.map((each) => [each.id, each])),
  }
}
