import { asc, eq } from 'drizzle-orm'
import type { TeamNames } from '#contract/stats'
import type { Queries } from '../db/engine/database.ts'
import { team } from '../db/tables/tables.ts'

/** The net below the rule: two may come at once, and the indexes fold the case of a few scripts in another way. */
export const onTeamNameTaken = { team_name_key: 'NAME_TAKEN', team_short_name_key: 'NAME_TAKEN' } as const

export async function teamNames(queries: Queries): Promise<(TeamNames & { id: number })[]> {
  return queries.select().from(team).orderBy(asc(team.id))
}

export async function teamExists(queries: Queries, teamId: number): Promise<boolean> {
  const [found] = await queries.select({ id: team.id }).from(team).where(eq(team.id, teamId))
  return found !== undefined
}

export async function renameTeam(queries: Queries, teamId: number, { name, shortName }: TeamNames): Promise<void> {
  await queries.update(team).set({ name, shortName }).where(eq(team.id, teamId))
}
