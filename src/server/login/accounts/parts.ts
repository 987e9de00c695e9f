import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Queries } from '../../db/engine/database.ts'
import { HttpError } from '../../http/answers/http-error.ts'
import { Allowance } from '../../http/limits/allowance.ts'
import { type OtherRecord, saveAudit } from '../../league/audit.ts'
import type { BegunLogins } from '../cookies/begun-logins.ts'
import type { AccountMember } from '../store/accounts.ts'

/** What goes into the security log. */
export type AccountEvent =
  | { event: 'invitation_refused'; reason: 'unknown' | 'used' | 'expired' | 'replaced' | 'limited'; address: string }
  | { event: 'passkey_refused'; reason: 'unknown' | 'stale' | 'invalid' | 'limited'; address: string }
  | { event: 'passkey_copied'; subject: string }

export interface Asker {
  readonly memberId: number
  readonly loginHash: string
}

export interface AccountsParts {
  begun: BegunLogins
  database: Database
  publicUrl: URL
  clock: () => Date
  tries: Tries
  /** Logs the member in on the device that asks, under a new id, by a passkey. */
  logIn(request: FastifyRequest, reply: FastifyReply, member: AccountMember, passkeyId: string): Promise<void>
  askerOf(request: FastifyRequest): Promise<Asker | null>
  /** Whether they are logged in as of the transaction, which holds it. */
  isStill(queries: Queries, asker: Asker): Promise<boolean>
  note(event: AccountEvent): void
}

/** What a member's logins are known by: it outlives a new user name, and no other member ever gets it. */
export const subjectOf = (memberId: number): string => `member-${memberId}`

export type AccountRecord = Extract<OtherRecord, `accounts.${string}`>

/** What a member did with their account, beside the audit records of other changes. */
export const audit = (
  queries: Queries,
  memberId: number,
  at: Date,
  call: AccountRecord,
  params: Record<string, unknown> = {},
): Promise<void> => saveAudit(queries, { at, memberId, subject: subjectOf(memberId), method: 'POST', call, params })

/** More than anybody gets wrong, and too few to guess 256 bits or to try out keys. */
const TRIES = { atOnce: 20, everyMs: 30_000 }

/** Failed tries of an address or a member, and those under way; without the database. */
export class Tries {
  readonly #isOn: boolean
  readonly #failed = new Allowance(TRIES)

  constructor(isOn: boolean) {
    this.#isOn = isOn
  }

  /** Counts one as failed until it succeeds: many at once get no further than one by one. Throws after too many. */
  begin(key: string, limited: () => void): void {
    if (!this.#isOn) return
    const wait = this.#failed.wait(key)
    if (wait > 0) {
      limited()
      throw HttpError.tooMany(wait)
    }
    this.#failed.take(key)
  }

  succeeded(key: string): void {
    if (this.#isOn) this.#failed.giveBack(key)
  }
}

/** Of two patterns that fit, the first says more: Edge's name also holds Chrome's, and Chrome's Safari's. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFxiOS\/|\bFirefox\//, 'Firefox'],
  [/\bCriOS\/|\bChrom(e|ium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const DEVICES: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

const firstOf = (known: readonly (readonly [RegExp, string])[], text: string): string | null =>
  known.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** A device in the words of its owner. An app on an iPhone's home screen sends no name of a browser. */
export function deviceName(userAgent = ''): string {
  const device = firstOf(DEVICES, userAgent)
  if (device === null) return 'Unknown device'
  const browser = firstOf(BROWSERS, userAgent)
  if (browser !== null) return `${device}, ${browser}`
  return device.startsWith('iP') ? `${device}, home screen` : device
}

/** The name, with a number where another of theirs has it. */
export function freeName(name: string, others: readonly { name: string }[]): string {
  const isTaken = (wanted: string) => others.some((other) => other.name === wanted)
  if (!isTaken(name)) return name
  let number = 2
  while (isTaken(`${name} (${number})`)) number += 1
  return `${name} (${number})`
}
