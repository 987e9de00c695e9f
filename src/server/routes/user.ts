import type { FastifyInstance } from 'fastify'
import { type Feature, getUser } from '#contract/user'
import { hasRole } from '#rules/roles'
import type { Context } from '../http/context.ts'
import { serve } from '../http/serve.ts'

/** `accounts`: Change Password leads to the member's passkeys. `push`: of no use to a guest. `office`: for admins alone. */
const featuresOf = ({ login }: Context, memberId: number | null, isAdmin: boolean): Feature[] => [
  'lineup',
  'recent-totals',
  'draft-room',
  'corrections',
  ...(login === 'accounts' ? (['accounts'] as const) : []),
  ...(memberId === null ? [] : (['push'] as const)),
  ...(isAdmin ? (['office'] as const) : []),
]

/** The session's user: what the navigation bar shows, and what the app asks to learn whether it is logged in. */
export function registerUser(app: FastifyInstance, context: Context): void {
  serve(
    app,
    context,
    getUser,
    { access: 'login' },
    async ({ user: { id, name, teamId, roles, outsider, memberId } }) => ({
      ...(id ? { id } : {}),
      name,
      ...(teamId ? { teamId } : {}),
      roles,
      ...(outsider ? { outsider } : { features: featuresOf(context, memberId, hasRole({ roles }, 'admin')) }),
    }),
  )
}
