import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { User } from '#contract/user'
import type { Role } from '#rules/roles'
import type { Database, Queries } from '../db/engine/database.ts'
import type { WriteHealth } from '../db/write-health.ts'
import { COMMAND, type Sentences } from '../league/audit.ts'
import type { Env } from '../settings/env.ts'
import type { Login } from '../settings/login.ts'
import type { IsShown } from './answers/pictures.ts'
import type { LoginLimits } from './limits/login-limits.ts'
import type { PreparedAnswers } from './prepared.ts'
import type { WrittenEvents } from './written-events.ts'

/**
 * Whose request it is, by the provider's subject. No member: a guest, where the league has them, or an outsider.
 * `login`: the hash of the session's id; null without a session. `isTrusted`: the roles that the provider named count
 * still.
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

/** The owner of the machine, who runs the server and its commands: no member, and without a login. */
export const OWNER: SessionUser = {
  id: COMMAND,
  name: "the league's server",
  roles: ['admin', 'premium'],
  memberId: null,
  subject: COMMAND,
  login: null,
  isTrusted: true,
}

export const isOwner = ({ id, login }: SessionUser): boolean => id === COMMAND && login === null

/** Whether the league can be served at the moment: /readyz reports it. */
export interface Readiness {
  ready: boolean
}

export interface Context {
  readonly env: Env
  readonly log: Logger
  readonly database: Database
  readonly clock: () => Date
  readonly prepared: PreparedAnswers
  readonly writtenEvents: WrittenEvents
  /** What the records say of each change, by the name of its call. */
  readonly sentences: Sentences
  /** How members log in, settled at the start. */
  readonly login: Login
  readonly identity: Identity
  readonly loginLimits: LoginLimits
  /** Whether a page may show a picture from this address. */
  readonly isPictureShown: IsShown
  /** What /readyz reports, and whether the API answers. */
  readonly readiness: Readiness
  /** Whether tonight's games are for premium members alone. */
  readonly tonight: { readonly isPremium: boolean }
  /** Whether changes reach the database. */
  readonly writes: WriteHealth
  /** Asks the NHL for a player whom no import has brought. */
  readonly lookUpPlayer: (playerId: number) => Promise<'found' | 'unknown' | 'silent'>
  /** For what runs beside the requests; the database is closed when it has stopped. */
  whenClosing(stop: () => void | Promise<void>): void
  close(): Promise<void>
}
