import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Env } from '../settings/env.ts'
import { HttpError } from './answers/http-error.ts'
import { pathOf } from './limits/request-path.ts'

/** Set by the app's own fetch; another site cannot add it without asking first (CORS), and is never allowed. */
export const APP_HEADER = 'x-requested-with'
export const APP_HEADER_VALUE = 'hockey-pool'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * No nonce, since a precached page cannot carry one. The hash is that of the empty string: the app's styles are
 * inserted as rules into an empty style element.
 */
export const contentSecurityPolicy = (pictureHosts: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    ["img-src 'self' data:", ...pictureHosts].join(' '),
    "font-src 'self'",
    // The service worker fetches pictures itself, to keep them.
    ["connect-src 'self'", ...pictureHosts].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

export const securityHeaders = (env: Env): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy(env.pictureHosts),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(env.publicUrl.startsWith('https:') ? { 'strict-transport-security': transportSecurity(env) } : {}),
})

const transportSecurity = ({ hstsSubdomains }: Env): string =>
  `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`

/** Security headers on every answer, and no unsafe request from another site. */
export function registerSecurity(app: FastifyInstance, env: Env): void {
  const headers = securityHeaders(env)
  const headersOfApi = { ...headers, 'cache-control': 'no-store' }
  app.addHook('onRequest', (request, reply, done) => {
    // Set on the answer itself, where a page's own policy replaces this one.
    reply.headers(isApi(request) ? headersOfApi : headers)
    const refused = !SAFE_METHODS.has(request.method) && !isOwn(request, env.publicUrl)
    done(refused ? new HttpError(403, 'CROSS_SITE') : undefined)
  })
}

const isApi = (request: FastifyRequest): boolean => pathOf(request).startsWith('/api/')

function isOwn(request: FastifyRequest, publicUrl: string): boolean {
  return saysOwn(request, publicUrl) ?? (!isApi(request) || hasAppHeader(request))
}

/**
 * Whether a page of the app sent the request, by its own headers. Null: none of them is there, which no browser does
 * when it writes. The Host header does not count: after DNS rebinding a foreign page has the same origin as its
 * request.
 */
export function saysOwn({ headers }: FastifyRequest, publicUrl: string): boolean | null {
  const { origin, 'sec-fetch-site': site } = headers
  if (site === undefined && origin === undefined) return null
  return (site === undefined || site === 'same-origin') && (origin === undefined || origin === publicUrl)
}

export const hasAppHeader = ({ headers }: FastifyRequest): boolean => headers[APP_HEADER] === APP_HEADER_VALUE
