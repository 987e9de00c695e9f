import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '../db/engine/database.ts'
import { member } from '../db/tables/identity-tables.ts'
import { team, teamSeason } from '../db/tables/tables.ts'
import { insertEntries } from '../league/roster-entries.ts'
import { insertUpdates } from '../league/standings/publish.ts'
import type { History } from './pool/history.ts'
import type { DemoTeam } from './pool/pool-state.ts'

// Writes what the demo has made up. A league with real statistics is set up and imported elsewhere.

/** Teams get the ids of their places in the list, and their owners with them. */
export async function saveTeams(
  queries: Queries,
  seasonIds: readonly number[],
  teams: readonly DemoTeam[],
  teamless: { userName: string; displayName: string },
): Promise<void> {
  await queries.insert(team).values(teams.map(({ name, shortName }, index) => ({ id: index + 1, name, shortName })))
  // The identity column does not see ids that were given, so the next team made by hand would clash.
  await queries.execute(sql`select setval(pg_get_serial_sequence('team', 'id'), ${teams.length}::int)`)
  await queries
    .insert(teamSeason)
    .values(seasonIds.flatMap((seasonId) => teams.map((_, index) => ({ teamId: index + 1, seasonId }))))
  await queries
    .insert(member)
    .values([
      ...teams.map(({ owner }, index) => ({ ...owner, roles: [...owner.roles], teamId: index + 1 })),
      { ...teamless, roles: [], teamId: null },
    ])
}

/** Rosters, lineups, cash and the official updates of the season so far; its draft is written before. */
export async function saveHistory(
  queries: Queries,
  seasonId: number,
  { entries, cash, updates }: Omit<History, 'draft'>,
): Promise<void> {
  await insertEntries(queries, seasonId, entries)
  for (const [teamId, cashCents] of cash) {
    await queries
      .update(teamSeason)
      .set({ cashCents })
      .where(and(eq(teamSeason.seasonId, seasonId), eq(teamSeason.teamId, teamId)))
  }
  await insertUpdates(queries, seasonId, updates)
}

/** After so many rows the planner would still think the tables small: the embedded engine never analyzes by itself. */
export async function countRows(queries: Queries): Promise<void> {
  await queries.execute(sql`analyze`)
}
