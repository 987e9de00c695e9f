import { createHmac, hash, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { User } from '#contract/user'
import type { Soon } from '../soon.ts'
import type { Database } from '../store/database.ts'
import * as store from '../store/identity.ts'
import { bareRoles, personOf, type Told } from './claims.ts'
import { AccessWithdrawn, type Granted, type Provider } from './provider.ts'
import { seal, sealingKey, unseal } from './seal.ts'

/** Whose request it is, by the provider's subject. No member: the provider knows the person, the league does not. */
export type SessionUser = User & { memberId: number | null; subject: string }

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Without a visit a login ends after this long, */
const IDLE = 30 * DAY
/** and after this long in any case; the cookie lives as long. */
export const LONGEST_SECONDS = (180 * DAY) / 1000
/** A visit is noted at most this often, to spare writes. */
const NOTED_EVERY = 60 * MINUTE
/** Claims are asked for again when they are older. */
const RENEWED_EVERY = 10 * MINUTE
/** How long another process may still answer for a session that was ended while an announcement was lost. */
const CACHED = 5_000
const CACHE_SIZE = 2_000

const Tokens = Type.Object({
  idToken: Type.Union([Type.String(), Type.Null()]),
  refreshToken: Type.Union([Type.String(), Type.Null()]),
  lasting: Type.Boolean(),
})

interface Parts {
  database: Database
  provider: Provider
  log: FastifyBaseLogger
  clock: () => Date
  /** The provider's user names are the league's: only the embedded one. */
  trustUserName: boolean
}

/** What a session is known by where its id must not be. */
export const hashOf = (id: string): string => hash('sha256', id, 'base64url')
const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)
const expiry = (createdAt: Date, usedAt: Date): Date =>
  new Date(Math.min(usedAt.getTime() + IDLE, createdAt.getTime() + LONGEST_SECONDS * 1000))
const keyOf = (id: string): Buffer => sealingKey(id, 'session tokens')

function tokensOf(id: string, sealed: string): Static<typeof Tokens> {
  const tokens = unseal(keyOf(id), sealed)
  return Value.Check(Tokens, tokens) ? tokens : { idToken: null, refreshToken: null, lasting: false }
}

type Found = NonNullable<Awaited<ReturnType<typeof store.findSession>>>

/**
 * Names the person to their own devices. A member's is the league's own number, which stands through a new name, a
 * new provider and a restore; of anybody else only the provider knows, whose subject does not leave the server.
 */
const idOf = ({ session: { issuer, subject }, member }: Found, secret: string): string =>
  member
    ? `member-${member.id}`
    : `login-${createHmac('sha256', secret)
        .update(JSON.stringify([issuer, subject]))
        .digest('base64url')}`

function userOf(found: Found, secret: string): SessionUser {
  const { session, member } = found
  return {
    id: idOf(found, secret),
    name: member?.displayName ?? session.name,
    ...(member?.teamId ? { teamId: member.teamId } : {}),
    roles: bareRoles([...session.roles, ...(member?.roles ?? [])]),
    memberId: member?.id ?? null,
    subject: session.subject,
  }
}

/** Logins, kept in SQL, known by a random id that only the member's cookie holds. */
export class Sessions {
  readonly #parts: Parts
  readonly #known = new Map<string, { user: SessionUser; until: number }>()
  #forgotten = 0
  #secret: string | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Hears of sessions that other processes end. Answers how to stop. */
  listen(): Promise<() => Promise<void>> {
    return this.#parts.database.listen('session', (idHash) => this.#forget(idHash))
  }

  /** Begins a login under a new id and ends the one that this browser had before. */
  async begin(granted: Granted, oldId: string | undefined): Promise<string> {
    const { database, clock } = this.#parts
    const id = randomBytes(32).toString('base64url')
    const now = clock()
    const { issuer, subject } = granted.told
    const who = { issuer, subject, ...this.#person(granted.told), tokens: seal(keyOf(id), granted.tokens) }
    const times = { createdAt: now, usedAt: now, refreshedAt: now, expiresAt: expiry(now, now) }
    await database.transaction(async (queries) => {
      if (oldId !== undefined) {
        await store.deleteSession(queries, hashOf(oldId))
        await database.announce(queries, 'session', hashOf(oldId))
      }
      await store.insertSession(queries, { idHash: hashOf(id), ...who, ...times })
    })
    return id
  }

  /** Who it is; a call that finds claims growing old has them renewed behind the answer. */
  user(id: string): Soon<SessionUser | null> {
    const idHash = hashOf(id)
    const now = this.#parts.clock()
    const known = this.#known.get(idHash)
    const isFresh = known && now.getTime() < known.until && known.until - now.getTime() <= CACHED
    return isFresh ? known.user : this.#find(id, idHash, now)
  }

  async #find(id: string, idHash: string, now: Date): Promise<SessionUser | null> {
    const { database, provider, log } = this.#parts
    const forgotten = this.#forgotten
    const { found, secret } = await database.transaction(async (queries) => {
      const row = await store.findSession(queries, idHash, provider.issuer, now)
      if (row && later(row.session.usedAt, NOTED_EVERY) <= now) {
        await store.prolongSession(queries, idHash, now, expiry(row.session.createdAt, now))
      }
      const fresh = randomBytes(32).toString('base64url')
      return { found: row, secret: this.#secret ?? (await store.sharedSecret(queries, 'person', fresh)) }
    })
    this.#secret = secret
    if (!found) return null
    if (later(found.session.refreshedAt, RENEWED_EVERY) <= now) {
      this.#renew(id, found.session, now).catch((error: unknown) => log.warn({ err: error }, 'Claims were not renewed'))
    }
    const user = userOf(found, secret)
    // What was forgotten while the database was asked may be this very session.
    if (forgotten === this.#forgotten) this.#remember(idHash, user, now)
    return user
  }

  /** Ends the login everywhere. Answers the ID token, with which the provider ends its own. */
  async end(id: string): Promise<string | null> {
    const { database } = this.#parts
    const idHash = hashOf(id)
    const row = await database.transaction(async (queries) => {
      await database.announce(queries, 'session', idHash)
      return store.deleteSession(queries, idHash)
    })
    this.#forget(idHash)
    return row && tokensOf(id, row.tokens).idToken
  }

  async #renew(id: string, row: store.SessionRow, now: Date): Promise<void> {
    const { database, provider, log } = this.#parts
    const { refreshToken, ...tokens } = tokensOf(id, row.tokens)
    if (refreshToken === null) return
    const before = later(now, -RENEWED_EVERY)
    const mine = await database.transaction((queries) => store.claimRenewal(queries, row.idHash, before, now))
    if (!mine) return
    try {
      const renewed = await provider.renew(row.subject, { ...tokens, refreshToken })
      const person = renewed.told ? this.#person(renewed.told) : {}
      await this.#change(row.idHash, { ...person, tokens: seal(keyOf(id), renewed.tokens) })
    } catch (error) {
      // A provider that fails ends nobody's login; the next visit after RENEWED_EVERY asks again.
      if (!(error instanceof AccessWithdrawn)) throw error
      if (tokens.lasting) {
        log.info('The provider withdrew a login')
        await this.end(id)
        return
      }
      // The provider's own session is over, which says nothing about ours.
      await this.#change(row.idHash, { tokens: seal(keyOf(id), { ...tokens, refreshToken: null }) })
    }
  }

  async #change(idHash: string, changed: store.SessionChange): Promise<void> {
    const { database } = this.#parts
    await database.transaction(async (queries) => {
      await store.changeSession(queries, idHash, changed)
      await database.announce(queries, 'session', idHash)
    })
    this.#forget(idHash)
  }

  #person(told: Told) {
    const { userName, email, name, roles } = personOf(told, this.#parts.trustUserName)
    return { userName, email, name, roles }
  }

  #remember(idHash: string, user: SessionUser, now: Date): void {
    if (this.#known.size >= CACHE_SIZE) this.#known.clear()
    this.#known.set(idHash, { user, until: now.getTime() + CACHED })
  }

  /** An empty hash: announcements may have been missed. */
  #forget(idHash: string): void {
    this.#forgotten += 1
    if (idHash === '') this.#known.clear()
    else this.#known.delete(idHash)
  }
}
