import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { sentencePage } from '../../http/answers/page.ts'
import { type Cookie, seal, unseal } from './cookie.ts'

/** A login that takes longer starts over. */
export const LOGIN_SECONDS = 15 * 60

/** Each tab of a browser may have one, as long as a cookie holds them: 4,096 bytes once sealed. */
const MOST_BEGUN = 5
const MOST_CHARS = 2_600

const Begun = Type.Array(
  Type.Object({
    uid: Type.String(),
    returnTo: Type.String(),
    /** Milliseconds. */
    until: Type.Number(),
  }),
)
type Begun = Static<typeof Begun>

interface Parts {
  readonly cookie: Cookie
  /** The cookie is sealed with it. */
  readonly key: Buffer
  readonly clock: () => Date
}

/** The login of this address was begun in another browser, or has ended. */
export const overPage = sentencePage('Login failed', 'This login was begun elsewhere, or too long ago.', {
  href: '/auth/login',
  label: 'Log in again',
})

/**
 * Logins under way on the server's own pages. A browser's cookie has them, so no other site can log a member in as
 * somebody else: what it sends comes without that cookie.
 */
export class BegunLogins {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Returns the login's id, for its address. */
  begin(request: FastifyRequest, reply: FastifyReply, returnTo: string): string {
    const uid = randomBytes(16).toString('base64url')
    const until = this.#parts.clock().getTime() + LOGIN_SECONDS * 1000
    const begun = [...this.#begun(request), { uid, returnTo, until }].slice(-MOST_BEGUN)
    while (begun.length > 1 && JSON.stringify(begun).length > MOST_CHARS) begun.shift()
    this.#keep(reply, begun)
    return uid
  }

  /** The page to show after the login; null if this browser has not begun it, or too long ago. */
  find(request: FastifyRequest, uid: string): string | null {
    return this.#begun(request).find((each) => each.uid === uid)?.returnTo ?? null
  }

  end(request: FastifyRequest, reply: FastifyReply, uid: string): void {
    const left = this.#begun(request).filter((each) => each.uid !== uid)
    if (left.length > 0) this.#keep(reply, left)
    else this.#parts.cookie.clear(reply)
  }

  #begun(request: FastifyRequest): Begun {
    const { cookie, key, clock } = this.#parts
    const begun = unseal(key, cookie.read(request) ?? '')
    return Value.Check(Begun, begun) ? begun.filter(({ until }) => until > clock().getTime()) : []
  }

  #keep(reply: FastifyReply, begun: Begun): void {
    this.#parts.cookie.write(reply, seal(this.#parts.key, begun), LOGIN_SECONDS)
  }
}
