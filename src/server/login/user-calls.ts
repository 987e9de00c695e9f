import type { FastifyInstance } from 'fastify'
import { type Feature, getUser } from '#contract/user'
import { hasRole } from '#rules/roles'
import type { Context, SessionUser } from '../http/context.ts'
import { serve } from '../http/serve.ts'

/**
 * `accounts`: Change Password leads to the member's passkeys. `push`, `message`: of no use to a guest. `office`: for
 * admins alone.
 */
const featuresOf = (
  { login, tonight }: Context,
  { memberId, roles }: Pick<SessionUser, 'memberId' | 'roles'>,
): Feature[] => [
  'lineup',
  'recent-points',
  'draft-room',
  'corrections',
  'history',
  'idempotency',
  ...(login === 'accounts' ? (['accounts'] as const) : []),
  ...(memberId === null ? [] : (['push', 'message'] as const)),
  ...(tonight.isPremium && !hasRole({ roles }, 'premium') ? [] : (['tonight'] as const)),
  ...(hasRole({ roles }, 'admin') ? (['office'] as const) : []),
]

/** The session's user: what the navigation bar shows, and what the app asks to learn whether it is logged in. */
export function registerUser(app: FastifyInstance, context: Context): void {
  serve(app, context, getUser, { access: 'login' }, async ({ user }) => {
    const { id, name, teamId, roles, outsider, memberId } = user
    return {
      ...(id ? { id } : {}),
      name,
      ...(teamId ? { teamId } : {}),
      roles,
      ...(outsider ? { outsider } : { features: featuresOf(context, { memberId, roles }) }),
    }
  })
}
