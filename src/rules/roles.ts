import type { User } from '#contract/user'

export type Role = 'admin' | 'premium'

/** Accepts the bare role name and `ROLE_{name}` (spec, section 6). */
export const hasRole = (user: Pick<User, 'roles'> | null | undefined, role: Role): boolean =>
  user?.roles.some((name) => name === role || name === `ROLE_${role}`) ?? false
