import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, preHandlerAsyncHookHandler } from 'fastify'
import type { Env } from './env.ts'
import { HttpError } from './http-error.ts'

/** Logging in takes a dozen requests; a script that tries to takes many more. */
const LOGIN_SHARE = 0.1

const isLogin = (url: string): boolean => url.startsWith('/auth/') || url.startsWith('/idp/')

/** Files of the app and the health pages cost next to nothing and are never refused. */
const isLimited = (url: string): boolean => isLogin(url) || url.startsWith('/api/') || url.startsWith('/ws/')

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
    max: (request) => Math.ceil(isLogin(request.url) ? env.rateLimit * LOGIN_SHARE : env.rateLimit),
    keyGenerator: (request) => `${isLogin(request.url) ? 'login' : 'api'} ${request.ip}`,
    allowList: (request) => !isLimited(request.url),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: () => new HttpError(429, 'TOO_MANY_REQUESTS'),
  })
  return { preHandler: app.rateLimit() }
}
