import { asc, eq } from 'drizzle-orm'
import type { OfficeTeam } from '#contract/office'
import type { Queries } from '../../db/engine/database.ts'
import { member } from '../../db/tables/identity-tables.ts'
import { retiringTeam } from '../../db/tables/office-tables.ts'
import { findDraft } from '../draft/sequence.ts'
import { seasonProgress, startingCash } from '../moving-in/setup-league.ts'
import { allTeams } from '../teams.ts'

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
export const retiringMarks = (queries: Queries): Promise<(typeof retiringTeam.$inferSelect)[]> =>
  queries.select().from(retiringTeam).orderBy(asc(retiringTeam.teamId))

/** The season that they were marked for has started. */
export async function clearRetiring(queries: Queries): Promise<void> {
  await queries.delete(retiringTeam)
}

export async function officeTeams(queries: Queries, seasonId: number): Promise<OfficeTeam[]> {
  const cash = await startingCash(queries, seasonId)
  const retiring = await retiringTeams(queries)
  const owners = await queries
    .select({ id: member.id, displayName: member.displayName, teamId: member.teamId })
    .from(member)
    .orderBy(asc(member.id))
  return (await allTeams(queries))
    .filter(({ id }) => cash.has(id))
    .map((team) => ({
      ...team,
      startingCash: (cash.get(team.id) ?? 0) / 100,
      owners: owners.flatMap(({ teamId, ...owner }) => (teamId === team.id ? [owner] : [])),
      isRetiring: retiring.has(team.id),
    }))
}

/** Once a player is on a roster, or a turn is drawn, boxes and sequence are made for the teams that there are. */
export async function canTeamsJoin(queries: Queries, seasonId: number): Promise<boolean> {
  const { picks } = await seasonProgress(queries, seasonId)
  return picks === 0 && (await findDraft(queries, seasonId)) === null
}
