import type { FastifyInstance } from 'fastify'
import { HttpError } from '../answers/http-error.ts'
import { addressGroup } from '../memory/address-group.ts'
import { evictOldest } from '../memory/evict-oldest.ts'
import type { Env } from '../settings/env.ts'
import { pathOf } from './request-path.ts'

const WINDOW_MS = 60_000
/** More addresses than a league has; the oldest window goes first. */
const MOST_COUNTED = 5_000

/** Counted separately, by path prefix, with its share of the limit. */
const KINDS = [
  { kind: 'api', of: /^\/api\//, share: 1 },
  // Logging in takes a dozen requests; a script that tries to takes many more.
  { kind: 'login', of: /^\/(auth|idp)\//, share: 0.1 },
  // After each event of a draft every client polls again: two hundred in one bar, an event a second.
  { kind: 'live', of: /^\/ws\//, share: 10 },
] as const

/** Files of the app and the health pages cost next to nothing and are never refused. */
const kindOf = (path: string) => KINDS.find(({ of }) => of.test(path))

/** Requests of one address since its window began. */
interface Window {
  readonly until: number
  count: number
}

/**
 * Generous for a family behind one address, and an end to a runaway loop. Counts before any route runs, unknown
 * addresses too, and without a promise, since every prepared answer passes here.
 */
export function registerRateLimit(app: FastifyInstance, { rateLimit }: Pick<Env, 'rateLimit'>): void {
  if (rateLimit === 0) return
  const windows = new Map<string, Window>()

  const windowOf = (key: string, now: number): Window => {
    const known = windows.get(key)
    if (known && now < known.until) return known
    // Reinserted at the end: the first is the oldest.
    windows.delete(key)
    const begun = { until: now + WINDOW_MS, count: 0 }
    windows.set(key, begun)
    evictOldest(windows, MOST_COUNTED)
    return begun
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const limited = kindOf(pathOf(request))
    if (!limited) return done()
    // Monotonic: a corrected system clock neither frees nor locks out anybody.
    const now = performance.now()
    const window = windowOf(`${limited.kind} ${addressGroup(request.ip)}`, now)
    window.count += 1
    if (window.count <= Math.ceil(rateLimit * limited.share)) return done()
    done(HttpError.tooMany(window.until - now))
  })
}
