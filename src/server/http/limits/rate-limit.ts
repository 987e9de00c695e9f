import type { FastifyInstance } from 'fastify'
import type { Env } from '../../settings/env.ts'
import { HttpError } from '../answers/http-error.ts'
import { addressGroup } from './address-group.ts'
import { Allowance } from './allowance.ts'
import { pathOf } from './request-path.ts'

const MINUTE_MS = 60_000

/** Counted separately, by path prefix, with its share of the limit. */
const KINDS = [
  { of: /^\/api\//, share: 1 },
  // Logging in takes a dozen requests; a script that tries to takes many more.
  { of: /^\/(auth|idp)\//, share: 0.1 },
  // After each event of a draft every client polls again: two hundred in one bar, an event a second.
  { of: /^\/ws\//, share: 10 },
] as const

/**
 * Generous for a family behind one address, and an end to a runaway loop. Counts before any route runs, unknown
 * addresses too, and without a promise, since every prepared answer passes here.
 */
export function registerRateLimit(app: FastifyInstance, { rateLimit }: Pick<Env, 'rateLimit'>): void {
  if (rateLimit === 0) return
  const allowances = KINDS.map(({ of, share }) => {
    const atOnce = Math.ceil(rateLimit * share)
    return { of, allowance: new Allowance({ atOnce, everyMs: MINUTE_MS / atOnce }) }
  })

  app.addHook('onRequest', (request, _reply, done) => {
    const path = pathOf(request)
    // Files of the app and the health pages cost next to nothing and are never refused.
    const allowance = allowances.find(({ of }) => of.test(path))?.allowance
    if (!allowance) return done()
    const client = addressGroup(request.ip)
    const wait = allowance.wait(client)
    if (wait > 0) return done(HttpError.tooMany(wait))
    allowance.take(client)
    done()
  })
}
