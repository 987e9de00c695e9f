import type { SessionUser } from './session-user.ts'

/** No login has this id. */
const ID = 'command'

/** The owner of the machine, who runs the server and its commands: no member, and without a login. */
export const OWNER: SessionUser = {
  id: ID,
  name: "the league's server",
  roles: ['admin', 'premium'],
  memberId: null,
  subject: ID,
  login: null,
  isTrusted: true,
}

export const isOwner = ({ id, login }: SessionUser): boolean => id === ID && login === null
