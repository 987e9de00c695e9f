import { hash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Database, Queries } from '../db/engine/database.ts'
import { lockLogins } from '../db/locks.ts'
import { KEPT } from '../db/retention.ts'
import type { SessionUser } from '../http/context.ts'
import type { Env } from '../settings/env.ts'
import { type Person, personOf } from './claims.ts'
import { seal, sealingKey, unseal } from './cookies/cookie.ts'
import { AccessWithdrawn, LoginRefused, type Provider, type Tokens } from './provider.ts'
import { REQUEST_SECONDS } from './provider-keys.ts'
import type { SecurityLog } from './security-log.ts'
import { type Found, sessionUser } from './session-user.ts'
import { endSessions, holdPasskey } from './store/accounts.ts'
import * as store from './store/identity.ts'
import { holdMember, type KeptMember } from './store/identity.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A visit is noted at most this often, to spare writes. */
const NOTED_EVERY = 60 * MINUTE
/** Claims that are older are fetched again, behind the answer, */
const RENEWED_EVERY = 10 * MINUTE
/** and before it when they are as old as this: a role that was taken away is gone within the hour. */
const TRUSTED_FOR = 55 * MINUTE
/**
 * While the provider cannot be reached, its last claims count for this long; after that its roles do not, until it
 * answers.
 */
const TRUSTED_UNRENEWED = DAY
/** Discovery, keys, token and claims; a process that takes longer has died. */
const LONGEST_RENEWAL = 4 * REQUEST_SECONDS * 1000
/** How often the outcome is looked for where another request or process asks. */
const LOOKED_FOR_EVERY = 100
/** How long another process may still answer for a session that was ended while an announcement was lost. */
const CACHED = 5_000
const CACHE_SIZE = 2_000

interface Parts {
  database: Database
  /** Of every login that counts. */
  issuer: string
  /** Null where members log in on the server's own pages. */
  provider: Pick<Provider, 'renew'> | null
  log: FastifyBaseLogger
  clock: () => Date
  securityLog: SecurityLog
  lifetime: Env['session']
}

/** What a session is known by where its id must not be. */
export const hashOf = (id: string): string => hash('sha256', id, 'base64url')
const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)

const isOlder = (instant: Date, age: number, now: Date): boolean => later(instant, age) <= now

/** Logins, kept in SQL, known by a random id that only the member's cookie holds. */
export class Sessions {
  readonly #parts: Parts
  readonly #known = new Map<string, { user: SessionUser; until: number }>()
  readonly #finding = new Map<string, Promise<SessionUser | null>>()
  readonly #watching = new Map<string, Set<() => void>>()
  #forgotten = 0
  #hasWarned = false
  #secret: string | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Hears of sessions that other processes end. Returns how to stop. */
  listen(): Promise<() => Promise<void>> {
    return this.#parts.database.listen('session', (idHash) => this.forget(idHash))
  }

  /** Calls back whenever this login may have ended, or its rights may have changed. Returns how to stop. */
  watch(idHash: string, changed: () => void): () => void {
    const watching = this.#watching.get(idHash) ?? new Set()
    this.#watching.set(idHash, watching.add(changed))
    return () => {
      watching.delete(changed)
      if (watching.size === 0 && this.#watching.get(idHash) === watching) this.#watching.delete(idHash)
    }
  }

  /** Begins a login under a new id and ends the one that this browser had before. */
  async begin(
    person: Person,
    tokens: Tokens,
    { oldId, device }: { oldId: string | undefined; device: string | null },
  ): Promise<string> {
    const { database, clock, securityLog } = this.#parts
    const id = randomBytes(32).toString('base64url')
    const now = clock()
    const { issuer, subject } = person
    const who = { ...person, tokens: sealTokens(id, tokens) }
    const times = { createdAt: now, usedAt: now, refreshedAt: now, confirmedAt: now, expiresAt: this.#expiry(now, now) }
    await database.transaction(async (queries) => {
      await lockLogins(queries, issuer, subject)
      // Removed since it was used, and its logins were ended with it.
      if (who.passkeyId !== null && !(await holdPasskey(queries, who.passkeyId))) {
        throw new LoginRefused('The passkey was removed during the login')
      }
      if (oldId !== undefined) {
        await store.deleteSession(queries, hashOf(oldId))
        await database.announce(queries, 'session', hashOf(oldId))
      }
      await store.insertSession(queries, { idHash: hashOf(id), ...who, ...times, device })
      await endSessions(database, queries, await store.loginsBeyond(queries, hashOf(id), KEPT.sessionsOfLogin))
    })
    securityLog.note({ event: 'login', who: { issuer, subject } })
    const user = await this.user(id)
    if (user?.outsider) securityLog.note({ event: 'not_a_member', who: { issuer, subject } })
    if (user?.memberId === null && who.emailState === 'unsaid') this.#warnOfUnconfirmedEmail()
    return id
  }

  /** The user; a call that finds the claims growing old has them renewed after the answer. */
  async user(id: string): Promise<SessionUser | null> {
    const idHash = hashOf(id)
    const now = this.#parts.clock()
    const known = this.#known.get(idHash)
    const isFresh = known && now.getTime() < known.until && known.until - now.getTime() <= CACHED
    return isFresh ? known.user : (this.#finding.get(idHash) ?? this.#findOnce(id, idHash, now))
  }

  /** Concurrent requests share one query: the last of a hundred would come too late. */
  #findOnce(id: string, idHash: string, now: Date): Promise<SessionUser | null> {
    const finding = this.#find(id, idHash, now).finally(() => {
      if (this.#finding.get(idHash) === finding) this.#finding.delete(idHash)
    })
    this.#finding.set(idHash, finding)
    return finding
  }

  async #find(id: string, idHash: string, now: Date): Promise<SessionUser | null> {
    let forgotten = this.#forgotten
    let found = await this.#read(idHash, now)
    if (!found) return null
    const confirms = this.#parts.provider !== null && tokensOf(id, found.session.tokens).refreshToken !== null
    if (confirms && isOlder(found.session.refreshedAt, RENEWED_EVERY, now)) {
      const renewal = this.#renew(id, found.session, now)
      if (isOlder(found.session.confirmedAt, TRUSTED_FOR, now)) {
        await renewal
        forgotten = this.#forgotten
        found = await this.#read(idHash, now)
      }
    }
    while (found && confirms && this.#isRenewedElsewhere(found)) {
      await wait(LOOKED_FOR_EVERY)
      forgotten = this.#forgotten
      found = await this.#read(idHash, now)
    }
    if (!found) return null
    const isTrusted = !confirms || !isOlder(found.session.confirmedAt, TRUSTED_UNRENEWED, now)
    const user = await this.#userOf(found, isTrusted, (work) => this.#parts.database.transaction(work))
    // A session that ended during the query may be this very one.
    if (forgotten === this.#forgotten) this.#remember(idHash, user, now)
    return user
  }

  /**
   * The user as the database has them at this moment. A transaction that takes any of it away waits for the end of this
   * one. Null: the login has ended.
   */
  async confirm(queries: Queries, user: SessionUser): Promise<SessionUser | null> {
    const { login, memberId, isTrusted } = user
    if (login === null) return memberId === null ? null : memberNow(user, await holdMember(queries, memberId))
    const found = await this.held(queries, login, memberId)
    return found && this.#userOf(found, isTrusted, (work) => work(queries))
  }

  /** The login as it stays until the transaction ends; null: it has ended. `memberId`: whose it was. */
  async held(queries: Queries, idHash: string, memberId: number | null): Promise<Found | null> {
    if (memberId !== null) await store.holdLogin(queries, idHash, memberId)
    return this.#foundIn(queries, idHash, this.#parts.clock())
  }

  async #read(idHash: string, now: Date): Promise<Found | null> {
    return this.#parts.database.transaction(async (queries) => {
      const row = await this.#foundIn(queries, idHash, now)
      if (row && isOlder(row.session.usedAt, NOTED_EVERY, now)) {
        await store.prolongSession(queries, idHash, now, this.#expiry(row.session.createdAt, now))
      }
      return row
    })
  }

  async #foundIn(queries: Queries, idHash: string, now: Date): Promise<Found | null> {
    const row = await store.findSession(queries, idHash, this.#parts.issuer, now)
    // A shortened lifetime also applies to logins from before the change.
    return row && this.#expiry(row.session.createdAt, row.session.usedAt) > now ? row : null
  }

  async #userOf(found: Found, isTrusted: boolean, transaction: Database['transaction']): Promise<SessionUser> {
    const { session, member } = found
    const admission = member ? null : await transaction((queries) => store.findAdmission(queries, session))
    const fresh = randomBytes(32).toString('base64url')
    this.#secret ??= await transaction((queries) => store.sharedSecret(queries, 'person', fresh))
    return sessionUser(found, admission, this.#secret, isTrusted)
  }

  /** Once: it is the same with everybody of this provider. */
  #warnOfUnconfirmedEmail(): void {
    if (this.#hasWarned) return
    this.#hasWarned = true
    this.#parts.log.warn(
      'The identity provider sends addresses without email_verified, so they identify no member: have it send that, or put subjects into the league file; `npm run league -- members` lists them',
    )
  }

  #isRenewedElsewhere({ session }: Found): boolean {
    const now = this.#parts.clock()
    return (
      isOlder(session.confirmedAt, TRUSTED_FOR, now) && session.renewingUntil !== null && session.renewingUntil > now
    )
  }

  #expiry(createdAt: Date, usedAt: Date): Date {
    const { days, idleDays } = this.#parts.lifetime
    return new Date(Math.min(later(usedAt, idleDays * DAY).getTime(), later(createdAt, days * DAY).getTime()))
  }

  /** Ends the login everywhere. Returns the ID token, with which the provider ends its own session. */
  async end(id: string): Promise<string | null> {
    const row = await this.#remove(hashOf(id))
    if (row) this.#parts.securityLog.note({ event: 'logout', who: row })
    return row && tokensOf(id, row.tokens).idToken
  }

  async #remove(idHash: string): Promise<store.SessionRow | null> {
    const { database } = this.#parts
    const row = await database.transaction(async (queries) => {
      await database.announce(queries, 'session', idHash)
      return store.deleteSession(queries, idHash)
    })
    this.forget(idHash)
    return row
  }

  /** Fetches the claims again; never fails, since a failing provider ends no login. */
  async #renew(id: string, { idHash, issuer, subject, tokens: sealed }: store.SessionRow, now: Date): Promise<void> {
    const { database, provider, log, securityLog } = this.#parts
    const { refreshToken, ...tokens } = tokensOf(id, sealed)
    if (provider === null || refreshToken === null) return
    try {
      const times = { before: later(now, -RENEWED_EVERY), now, until: later(now, LONGEST_RENEWAL) }
      if (!(await database.transaction((queries) => store.claimRenewal(queries, idHash, times)))) return
      const renewed = await provider.renew(subject, { ...tokens, refreshToken })
      const person = renewed.identity ? { ...changesOf(personOf(renewed.identity)), confirmedAt: now } : {}
      await this.#change(idHash, { ...person, tokens: sealTokens(id, renewed.tokens), renewingUntil: null })
    } catch (error) {
      if (error instanceof AccessWithdrawn) {
        securityLog.note({ event: 'login_withdrawn', who: { issuer, subject } })
        await this.#remove(idHash)
        return
      }
      log.warn({ err: error }, 'Claims were not renewed')
      await this.#change(idHash, { renewingUntil: null })
    }
  }

  async #change(idHash: string, changed: store.SessionChange): Promise<void> {
    const { database } = this.#parts
    await database.transaction(async (queries) => {
      await store.changeSession(queries, idHash, changed)
      await database.announce(queries, 'session', idHash)
    })
    this.forget(idHash)
  }

  #remember(idHash: string, user: SessionUser, now: Date): void {
    if (this.#known.size >= CACHE_SIZE) this.#known.clear()
    this.#known.set(idHash, { user, until: now.getTime() + CACHED })
  }

  /** Looks the login up again when it is next seen. An empty hash: every one of them. */
  forget(idHash: string): void {
    this.#forgotten += 1
    for (const known of [this.#known, this.#finding]) {
      if (idHash === '') known.clear()
      else known.delete(idHash)
    }
    const watching = idHash === '' ? [...this.#watching.values()] : [this.#watching.get(idHash) ?? []]
    for (const changed of watching.flatMap((each) => [...each])) changed()
  }
}

/** What a renewal may change: never whose login it is. */
const changesOf = ({ issuer: _, subject: __, ...person }: Person): Omit<Person, 'issuer' | 'subject'> => person

/** Who acts without a login does so as the member they are now. */
function memberNow({ teamId: _, ...user }: SessionUser, member: KeptMember | null): SessionUser | null {
  if (!member) return null
  const { displayName: name, roles, teamId } = member
  return { ...user, name, roles, ...(teamId === null ? {} : { teamId }) }
}

const KeptTokens = Type.Object({
  idToken: Type.Union([Type.String(), Type.Null()]),
  refreshToken: Type.Union([Type.String(), Type.Null()]),
})
type KeptTokens = Static<typeof KeptTokens>

/** From the session's id, which only the member's cookie holds: the database alone opens none of them. */
const keyOf = (id: string): Buffer => sealingKey(id, 'session tokens')

const sealTokens = (id: string, tokens: KeptTokens): string => seal(keyOf(id), tokens)

function tokensOf(id: string, sealed: string): KeptTokens {
  const tokens = unseal(keyOf(id), sealed)
  return Value.Check(KeptTokens, tokens) ? tokens : { idToken: null, refreshToken: null }
}
