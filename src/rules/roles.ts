import type { User } from '#contract/user'
import { type Refusal, refuse } from './refusal.ts'

export type Role = 'admin' | 'premium'

/** Accepts the bare role name and `ROLE_{name}` (spec, section 6). */
export const hasRole = (user: Pick<User, 'roles'> | null | undefined, role: Role): boolean =>
  user?.roles.some((name) => name === role || name === `ROLE_${role}`) ?? false

/** Only its own member may change a team; no role changes that. */
export const cannotModify = (user: Pick<User, 'teamId'> | null | undefined, teamId: number): Refusal | null =>
  user?.teamId === teamId ? null : refuse('FORBIDDEN')
