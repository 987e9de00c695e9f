import { type Static, Type } from 'typebox'
import { call, Id, maybe } from './call.ts'

/**
 * What a server may offer beyond the specification, by name. The app shows a feature only where the server announces it;
 * names that it does not know are ignored.
 */
export type Feature =
  | 'lineup'
  | 'recent-points'
  | 'accounts'
  | 'draft-room'
  | 'push'
  | 'tonight'
  | 'message'
  | 'office'
  | 'corrections'
  | 'history'
  | 'idempotency'

/** Why an account fits no member; see `features/shell/outsider-page.tsx`. Others are ignored. */
export const OUTSIDER_REASONS = [
  'not-listed',
  'no-address',
  'address-not-verified',
  'address-not-confirmed',
  'address-of-another-account',
] as const
export type OutsiderReason = (typeof OUTSIDER_REASONS)[number]

export const Outsider = Type.Object(
  {
    account: Type.String({ description: 'What the identity provider calls the account.' }),
    reason: Type.String({ description: `One of ${OUTSIDER_REASONS.join(', ')}.` }),
    ask: Type.Array(Type.String(), { description: 'The names of those who can add a member.' }),
  },
  {
    description:
      'Beyond the specification: a person who is logged in and not a member of the league; every other call answers 403.',
  },
)
export type Outsider = Static<typeof Outsider>

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
  outsider: maybe(Outsider),
})
export type User = Static<typeof User>

export const hasFeature = (user: User | null | undefined, feature: Feature): boolean =>
  user?.features?.includes(feature) ?? false

export const getUser = call({
  method: 'GET',
  path: '/api/v1/user',
  summary: 'The logged-in user',
  answer: User,
  failure: '',
  offline: 'startup',
})

/** Responses of the user call that mean no one is logged in. Any other failure leaves that open. */
const LOGGED_OUT: readonly number[] = [401, 403, 404]
export const meansLoggedOut = (status: number): boolean => LOGGED_OUT.includes(status)
