import type { Logger } from 'pino'
import type { Database } from '../db/engine/database.ts'
import type { WriteHealth } from '../db/write-health.ts'
import type { Sentences } from '../league/record.ts'
import type { Env } from '../settings/env.ts'
import type { Login } from '../settings/login.ts'
import type { IsShown } from './answers/pictures.ts'
import type { Identity } from './identity.ts'
import type { LoginLimits } from './limits/login-limits.ts'
import type { PreparedAnswers } from './prepared.ts'
import type { Readiness } from './readiness.ts'
import type { WrittenEvents } from './written-events.ts'

/** Everything a handler is given. */
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
