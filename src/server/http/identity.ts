import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { User } from '#contract/user'
import type { Role } from '#rules/roles'
import type { Queries } from '../db/engine/database.ts'

/**
 * Whose request it is, by the provider's subject. No member: a guest, where the league has them, or an outsider. `login`:
 * the hash of the session's id; null without a session. `isTrusted`: the roles that the provider named count still.
 */
export type SessionUser = User & { memberId: number | null; subject: string; login: string | null; isTrusted: boolean }

export interface Identity {
  /** Adds `/auth/*`, and `/idp/*` for the server's own login pages. The database must have been migrated. */
  register(app: FastifyInstance): Promise<void>
  userOf(request: FastifyRequest): Promise<SessionUser | null>
  /** The same user as a transaction finds them, and as they stay until it ends; null: the login has ended. */
  confirm(queries: Queries, user: SessionUser): Promise<SessionUser | null>
  /** Calls back when this login may have ended, or may do something else than before. Returns how to stop. */
  watch(login: string, changed: () => void): () => void
  /** Looks up every user again. */
  forgetUsers(): void
  /** The hash of the login's id that the request carries; `userOf` checks whether it is valid. */
  loginOf(request: FastifyRequest): string | null
  /** For the security log: what was asked for needs a role that the user has not. */
  noteMissingRole(request: FastifyRequest, user: SessionUser, role: Role): void
}

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
