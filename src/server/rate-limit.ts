import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, preHandlerAsyncHookHandler } from 'fastify'
import type { Env } from './env.ts'
import { HttpError } from './http-error.ts'

/** What is counted apart, by the beginning of its addresses, and which share of the limit it has. */
const KINDS = [
  { kind: 'api', of: /^\/api\//, share: 1 },
  // Logging in takes a dozen requests; a script that tries to takes many more.
  { kind: 'login', of: /^\/(auth|idp)\//, share: 0.1 },
  // Each event of a draft lets every client poll anew: two hundred in one bar, an event a second.
  { kind: 'live', of: /^\/ws\//, share: 10 },
] as const

/** Files of the app and the health pages cost next to nothing and are never refused. */
const kindOf = (url: string) => KINDS.find(({ of }) => of.test(url))

/**
 * Generous for a family behind one address, and an end for a loop that went wild. Counts every route, and with what it
 * answers the unknown addresses, which are no route.
 */
export async function registerRateLimit(
  app: FastifyInstance,
  env: Env,
): Promise<{ preHandler?: preHandlerAsyncHookHandler }> {
  if (env.rateLimit === 0) return {}
  await app.register(rateLimit, {
    timeWindow: 60_000,
    max: (request) => Math.ceil(env.rateLimit * (kindOf(request.url)?.share ?? 1)),
    keyGenerator: (request) => `${kindOf(request.url)?.kind} ${request.ip}`,
    allowList: (request) => kindOf(request.url) === undefined,
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: () => new HttpError(429, 'TOO_MANY_REQUESTS'),
  })
  return { preHandler: app.rateLimit() }
}
