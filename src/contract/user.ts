import { type Static, Type } from 'typebox'
import { call, Id, maybe } from './call.ts'

/**
 * What a server may offer beyond the specification, by name. The app shows a feature only where the server announces it;
 * names that it does not know are ignored.
 */
export type Feature = 'lineup' | 'recent-totals'

/** The session's user. A role is `admin` or `ROLE_admin`; see `rules/roles`. */
export const User = Type.Object({
  id: maybe(
    Type.String({
      description:
        'Beyond the specification: names one person of this league, and always the same one, whatever becomes of name and team. What a device keeps belongs to it.',
    }),
  ),
  name: Type.String(),
  teamId: maybe(Id),
  roles: Type.Array(Type.String()),
  features: maybe(
    Type.Array(Type.String(), { description: 'Beyond the specification: what this server offers in addition to it.' }),
  ),
})
export type User = Static<typeof User>

export const offers = (user: User | null | undefined, feature: Feature): boolean =>
  user?.features?.includes(feature) ?? false

export const getUser = call({
  method: 'GET',
  path: '/api/v1/user',
  summary: 'The logged-in user',
  answer: User,
  failure: '',
  offline: 'startup',
})

/** Responses of the user call that mean nobody is logged in. Any other failure leaves that open. */
const NOBODY: readonly number[] = [401, 403, 404]
export const saysNobody = (status: number): boolean => NOBODY.includes(status)
