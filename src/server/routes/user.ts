import type { FastifyInstance } from 'fastify'
import { type Feature, getUser } from '#contract/user'
import type { Context } from '../http/context.ts'
import { serve } from '../http/serve.ts'

/** `accounts`: Change Password leads to the member's passkeys. `push`: of no use to a guest. */
const featuresOf = ({ login }: Context, memberId: number | null): Feature[] => [
  'lineup',
  'recent-totals',
  'draft-room',
  'history',
  ...(login === 'accounts' ? (['accounts'] as const) : []),
  ...(memberId === null ? [] : (['push'] as const)),
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
      ...(outsider ? { outsider } : { features: featuresOf(context, memberId) }),
    }),
  )
}
