import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { sendPage, sentencePage } from '../http/answers/page.ts'
import { deviceName } from './accounts/parts.ts'
import { personOf } from './claims.ts'
import { LOGIN_SECONDS } from './cookies/begun-logins.ts'
import { seal, unseal } from './cookies/cookie.ts'
import { againLink, type LoginParts, loginFailed, PAGE, registerLoginStart } from './login-start.ts'
import { LoginRefused, type Provider, ProviderUnavailable } from './provider.ts'
import type { SecurityLog } from './security-log.ts'

const Begun = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  returnTo: Type.String(),
  /** Milliseconds. */
  until: Type.Number(),
})

const queryOf = (request: FastifyRequest): string => {
  const mark = request.url.indexOf('?')
  return mark < 0 ? '' : request.url.slice(mark)
}

/** What a failure of the provider looks like to the person who wanted to log in. */
function explain(
  securityLog: SecurityLog,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  returnTo: string,
): FastifyReply {
  if (error instanceof ProviderUnavailable) {
    request.log.warn({ reason: error.message }, 'The identity provider is unavailable')
    securityLog.note({ event: 'login_failed', reason: 'unavailable', address: request.ip })
    const sentence = 'The login service does not answer at the moment. Please try again shortly.'
    const page = sentencePage('Login is not available', sentence, againLink(returnTo, 'Try again'))
    return sendPage(reply.header('retry-after', '10'), 503, page)
  }
  if (error instanceof LoginRefused) {
    request.log.warn({ reason: error.message }, 'A login was refused')
    securityLog.note({ event: 'login_failed', reason: 'refused', address: request.ip })
    return loginFailed(reply, 'The login could not be completed. Nothing was changed.', returnTo)
  }
  throw error
}

/** `/auth/login` and `/auth/callback` with a provider: the OpenID Connect code flow. */
export function registerProviderLogin(app: FastifyInstance, provider: Provider, parts: LoginParts): void {
  const { sessions, sessionCookie, sessionSeconds, loginCookie, loginKey, securityLog, publicUrl, clock } = parts

  registerLoginStart(app, publicUrl, async (request, reply, returnTo) => {
    try {
      const { url, checks } = await provider.beginLogin()
      const begun = { ...checks, returnTo, until: clock().getTime() + LOGIN_SECONDS * 1000 }
      loginCookie.write(reply, seal(loginKey, begun), LOGIN_SECONDS)
      return reply.redirect(url.href)
    } catch (error) {
      return explain(securityLog, request, reply, error, returnTo)
    }
  })

  app.get<{ Querystring: { error?: unknown; state?: unknown } }>('/auth/callback', PAGE, async (request, reply) => {
    const begun = unseal(loginKey, loginCookie.read(request) ?? '')
    const stale = 'This login was begun elsewhere, or too long ago.'
    const fails = (reason: 'stale' | 'cancelled', sentence: string, page: string) => {
      securityLog.note({ event: 'login_failed', reason, address: request.ip })
      return loginFailed(reply, sentence, page)
    }
    if (!Value.Check(Begun, begun) || begun.until <= clock().getTime()) return fails('stale', stale, '/')
    const { returnTo, until: _, ...checks } = begun
    // Checked before the cookie is dropped: a forged answer must not break the login under way.
    if (request.query.state !== checks.state) return fails('stale', stale, returnTo)
    loginCookie.clear(reply)
    if (request.query.error === 'access_denied') {
      return fails('cancelled', 'The login was cancelled.', returnTo)
    }
    try {
      const { identity, tokens } = await provider.finishLogin(queryOf(request), checks)
      const device = deviceName(request.headers['user-agent'])
      const id = await sessions.begin(personOf(identity), tokens, { oldId: sessionCookie.read(request), device })
      sessionCookie.write(reply, id, sessionSeconds)
      return reply.redirect(returnTo)
    } catch (error) {
      return explain(securityLog, request, reply, error, returnTo)
    }
  })
}
