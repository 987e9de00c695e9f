import type { User } from '#contract/user'
import { cannotModify } from '#rules/roles'
import type { Queries } from '../db/engine/database.ts'
import { lockTeam } from '../db/locks.ts'
import { unwrapOrThrow } from '../http/answers/unwrap-or-throw.ts'

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
