import { type Static, Type } from 'typebox'
import { call, Id, maybe } from './call.ts'

/** The session's user. A role is `admin` or `ROLE_admin`; see `rules/roles`. */
export const User = Type.Object({
  name: Type.String(),
  teamId: maybe(Id),
  roles: Type.Array(Type.String()),
})
export type User = Static<typeof User>

export const getUser = call({
  method: 'GET',
  path: '/api/v1/user',
  summary: 'The logged-in user',
  answer: User,
  failure: '',
  offline: 'glance',
})
