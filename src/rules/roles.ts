import type { User } from '#contract/user'
import { type Refusal, refuse } from './refusal.ts'

export const ROLES = ['admin', 'premium'] as const
export type Role = (typeof ROLES)[number]

/** Accepts the bare role name and `ROLE_{name}` (spec, section 6). */
export const hasRole = (user: Pick<User, 'roles'> | null | undefined, role: Role): boolean =>
  user?.roles.some((name) => name === role || name === `ROLE_${role}`) ?? false

/** Only its own member may change a team; no role changes that. */
export const cannotModify = (user: Pick<User, 'teamId'> | null | undefined, teamId: number): Refusal | null =>
  user?.teamId === teamId ? null : refuse('FORBIDDEN')

/** Roles as they are given: in a list, in a text with spaces or commas between them, or as the names of an object. */
export function listedRoles(given: unknown): string[] {
  if (typeof given === 'string') return given.split(/[\s,]+/).filter(Boolean)
  if (Array.isArray(given)) return given.every((role) => typeof role === 'string') ? given : []
  if (typeof given !== 'object' || given === null) return []
  // { admin: false } is none; what is not false may be something else than true, such as an organization.
  return Object.entries(given).flatMap(([role, has]) => (has && has !== 'false' ? [role] : []))
}
