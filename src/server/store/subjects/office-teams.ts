import { asc, eq } from 'drizzle-orm'
import type { OfficeTeam } from '#contract/office'
import type { TeamNames } from '#contract/stats'
import type { Queries } from '../engine/database.ts'
import { member } from '../tables/identity-tables.ts'
import { retiringTeam } from '../tables/office-tables.ts'
import { team } from '../tables/tables.ts'
import { findDraft } from './sequence.ts'
import { allTeams, seasonProgress, startingCash } from './setup-league.ts'

/** Ids of the teams that take no part in the next season; a season that starts lets them go. */
export async function retiringTeams(queries: Queries): Promise<Set<number>> {
  const rows = await queries.select({ id: retiringTeam.teamId }).from(retiringTeam)
  return new Set(rows.map(({ id }) => id))
}

export async function markRetiring(queries: Queries, teamId: number, isRetiring: boolean, at: Date): Promise<void> {
  if (isRetiring) await queries.insert(retiringTeam).values({ teamId, markedAt: at }).onConflictDoNothing()
  else await queries.delete(retiringTeam).where(eq(retiringTeam.teamId, teamId))
}

/** With when they were marked. */
export async function retiringMarks(queries: Queries): Promise<(typeof retiringTeam.$inferSelect)[]> {
  return queries.select().from(retiringTeam).orderBy(asc(retiringTeam.teamId))
}

/** The season that they were marked for has started. */
export async function clearRetiring(queries: Queries): Promise<void> {
  await queries.delete(retiringTeam)
}

/** The teams of the season as an admin sees them. */
export async function officeTeams(queries: Queries, seasonId: number): Promise<OfficeTeam[]> {
  const cash = await startingCash(queries, seasonId)
  const retiring = await retiringTeams(queries)
  const owners = await queries
    .select({ id: member.id, displayName: member.displayName, teamId: member.teamId })
    .from(member)
    .orderBy(asc(member.id))
  return (await allTeams(queries))
    .filter(({ id }) => cash.has(id))
    .map(({ id, name, shortName }) => ({
      id,
      name,
      shortName,
      startingCash: (cash.get(id) ?? 0) / 100,
      owners: owners.flatMap(({ teamId, ...owner }) => (teamId === id ? [owner] : [])),
      isRetiring: retiring.has(id),
    }))
}

/** Once a player is on a roster, or a turn is drawn, boxes and sequence are made for the teams that there are. */
export async function canTeamsJoin(queries: Queries, seasonId: number): Promise<boolean> {
  const { picks } = await seasonProgress(queries, seasonId)
  return picks === 0 && (await findDraft(queries, seasonId)) === null
}

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
