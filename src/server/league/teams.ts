import { asc, eq } from 'drizzle-orm'
import { TeamNames } from '#contract/stats'
import type { User } from '#contract/user'
import { cannotModify } from '#rules/roles'
import type { Queries } from '../db/engine/database.ts'
import { lockTeam } from '../db/locks.ts'
import { team } from '../db/tables/tables.ts'
import { refusalError, unwrapOrThrow } from '../http/answers/http-error.ts'
import { fits } from '../http/answers/validator.ts'
import type { Recorded } from './audit.ts'

interface AboutTeam {
  readonly user: User
  readonly params: { readonly teamId: number }
}

/** Only its own member may see or change this part of a team. */
export const onlyOwnTeam = ({ user, params }: AboutTeam): void => {
  unwrapOrThrow(cannotModify(user, params.teamId))
}

/** Of changes to the member's own team. */
export const ownTeam = {
  may: onlyOwnTeam,
  lock: (queries: Queries, { params }: AboutTeam): Promise<void> => lockTeam(queries, params.teamId),
} as const

/** The net below the rule: two may come at once, and the indexes fold the case of a few scripts in another way. */
export const onTeamNameTaken = { team_name_key: 'NAME_TAKEN', team_short_name_key: 'NAME_TAKEN' } as const

/** Every team that the league ever had. */
export const allTeams = (queries: Queries): Promise<(TeamNames & { id: number })[]> =>
  queries.select().from(team).orderBy(asc(team.id))

export async function refuseUnknownTeam(queries: Queries, teamId: number): Promise<void> {
  const [found] = await queries.select({ id: team.id }).from(team).where(eq(team.id, teamId))
  if (!found) throw refusalError('TEAM_NOT_FOUND')
}

export async function renameTeam(queries: Queries, teamId: number, { name, shortName }: TeamNames): Promise<void> {
  await queries.update(team).set({ name, shortName }).where(eq(team.id, teamId))
}

/** Without what it was called before in a record of earlier days. */
export const renamed = ({ was }: Recorded, now: TeamNames): string => {
  const called = ({ name, shortName }: TeamNames) => `${name} (${shortName})`
  if (!fits<TeamNames>(TeamNames, was)) return `gave a team the name ${called(now)}`
  return called(was) === called(now)
    ? `left the name of the team ${called(now)} as it was`
    : `renamed the team ${called(was)} to ${called(now)}`
}
