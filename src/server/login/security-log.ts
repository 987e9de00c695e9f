import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Role } from '#rules/roles'
import { sealingKey } from './cookies/cookie.ts'

/** What the provider calls somebody. */
export interface Who {
  issuer: string
  subject: string
}

/** docs/reference/log-events.md lists them for programs that read the log: a published name never changes. */
export type SecurityEvent =
  | { event: 'login' | 'logout'; who: Who }
  | { event: 'login_failed'; reason: 'stale' | 'cancelled' | 'refused' | 'unavailable'; address: string }
  | { event: 'login_withdrawn' | 'not_a_member'; who: Who }
  | { event: 'invitation_refused'; reason: 'unknown' | 'used' | 'expired' | 'replaced' | 'limited'; address: string }
  | { event: 'passkey_refused'; reason: 'unknown' | 'stale' | 'invalid' | 'limited'; address: string }
  | { event: 'passkey_copied'; who: Who }
  | { event: 'role_missing'; who: Who; role: Role; route: string }

const SENTENCES: Record<SecurityEvent['event'], string> = {
  login: 'Someone logged in',
  logout: 'Someone logged out',
  login_failed: 'A login failed',
  login_withdrawn: 'The provider withdrew a login',
  not_a_member: 'Someone logged in who is not a member',
  invitation_refused: 'An invitation was refused',
  passkey_refused: 'A passkey was refused',
  passkey_copied: 'The counter of a passkey went back: it may have been copied',
  role_missing: 'A role was missing',
}

const EXPECTED: readonly SecurityEvent['event'][] = ['login', 'logout']

/**
 * Log lines about logins and missing roles. People and addresses appear as keyed hashes: the same person always has the
 * same hash, and the log alone does not show who it is.
 */
export class SecurityLog {
  readonly #log: FastifyBaseLogger
  #key: Buffer = randomBytes(32)

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** With the key that every process shares and that outlives a restart. */
  setSecret(secret: string): void {
    this.#key = sealingKey(secret, 'security log')
  }

  note(noted: SecurityEvent): void {
    const { event } = noted
    this.#log[EXPECTED.includes(event) ? 'info' : 'warn'](this.#line(noted), SENTENCES[event])
  }

  #line(noted: SecurityEvent): object {
    if ('address' in noted) {
      const { address, ...line } = noted
      return { ...line, from: this.#hash('address', address) }
    }
    const { who, ...line } = noted
    return { ...line, who: this.#hash('person', who.issuer, who.subject) }
  }

  #hash(...parts: string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64url').slice(0, 16)
  }
}
