import type { User } from '#contract/user'
import { cannotModify } from '#rules/roles'
import { unwrapOrThrow } from '../http/unwrap-or-throw.ts'
import type { Queries } from '../store/engine/database.ts'
import { lockTeam } from '../store/subjects/locks.ts'

interface AboutTeam {
  readonly user: User
  readonly params: { readonly teamId: number }
}

/** Only its own member may see or change this part of a team. */
export const onlyOwnTeam = ({ user, params }: AboutTeam): void => {
  unwrapOrThrow(cannotModify(user, params.teamId))
}

/** The `lock` of changes to the member's own team. */
export async function lockOwnTeam(queries: Queries, about: AboutTeam): Promise<void> {
  onlyOwnTeam(about)
  await lockTeam(queries, about.params.teamId)
}
