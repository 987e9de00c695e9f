import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { errorSentences } from '#contract/errors'
import type { Database } from '../db/engine/database.ts'
import { HttpError } from '../http/answers/http-error.ts'
import { sendPage, sentencePage } from '../http/answers/page.ts'
import type { Identity } from '../http/context.ts'
import { httpErrorOf, sendError, setRetryAfter } from '../http/error-handler.ts'
import type { Env } from '../settings/env.ts'
import type { Login } from '../settings/login.ts'
import { StartRefusal } from '../settings/start-refusal.ts'
import { createCookie, sealingKey } from './cookies/cookie.ts'
import { type LoginParts, navigationOf, PAGE } from './login-start.ts'
import { registerOwnLogin } from './own-login.ts'
import { LoginRefused, Provider, ProviderUnavailable } from './provider.ts'
import { registerProviderLogin } from './provider-login.ts'
import { SecurityLog } from './security-log.ts'
import { hashOf, Sessions } from './sessions.ts'
import { endTrialLogins } from './store/accounts.ts'
import { sharedSecret } from './store/identity.ts'

export interface IdentityParts {
  env: Pick<Env, 'production' | 'publicUrl' | 'oidc' | 'session' | 'rateLimit'>
  login: Login
  database: Database
  log: FastifyBaseLogger
  clock: () => Date
}

/** What Fastify refuses by itself: a body that is too long, or of another kind. */
const isMisread = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && Number(error.statusCode) >= 400 && Number(error.statusCode) < 500

/** The script of a page asks for what it can show there. */
const isScript = ({ headers }: FastifyRequest): boolean => headers.accept === 'application/json'

/** Who is asking, and how people log in and out. */
export function createIdentity({ env, login, database, log, clock }: IdentityParts): Identity {
  if (env.production && login === 'trial')
    throw new StartRefusal('OIDC_ISSUER is missing: the demo login has no passwords and never runs in production.')
  const publicUrl = new URL(env.publicUrl)
  const sessionCookie = createCookie(publicUrl, 'pool-session')
  const loginCookie = createCookie(publicUrl, 'pool-login')
  const provider = login === 'external' && env.oidc ? new Provider({ publicUrl: publicUrl.origin, ...env.oidc }) : null
  // The one of this server's pages is that of the provider in releases before 0.3.0, whose logins stay valid.
  const issuer = provider?.issuer ?? `${publicUrl.origin}/idp`
  const securityLog = new SecurityLog(log)
  const { session: lifetime } = env
  const sessions = new Sessions({ database, issuer, provider, log, clock, securityLog, lifetime })
  const sessionSeconds = lifetime.days * 24 * 60 * 60
  async function registerRoutes(app: FastifyInstance): Promise<void> {
    const [loginSecret, logSecret] = await database.transaction(async (queries) => {
      if (login === 'accounts') await endTrialLogins(queries, issuer)
      const secretOf = (name: string) => sharedSecret(queries, name, randomBytes(32).toString('base64url'))
      return [await secretOf('login-cookie'), await secretOf('security-log')]
    })
    const loginKey = sealingKey(loginSecret, 'login cookie')
    securityLog.setSecret(logSecret)
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    app.setErrorHandler((error, request, reply) => {
      const link = { href: '/', label: 'Back to Hockey Pool' }
      const refusal =
        error instanceof LoginRefused
          ? new HttpError(400, 'BAD_REQUEST', 'The login could not be completed. Nothing was changed.')
          : httpErrorOf(error)
      if (refusal) {
        setRetryAfter(reply, refusal)
        if (isScript(request)) return sendError(reply, refusal.status, refusal.code, refusal.message)
        const title = refusal.status === 401 ? 'You are logged out' : 'Login is not available'
        return sendPage(reply, refusal.status, sentencePage(title, refusal.message, link))
      }
      if (isMisread(error)) {
        return sendPage(reply, 400, sentencePage('Login failed', 'This request cannot be understood.', link))
      }
      request.log.error({ err: error }, 'Login failed')
      return sendPage(reply, 500, sentencePage('Login is not available', errorSentences.INTERNAL, link))
    })
    app.get('/auth/account', PAGE, (_request, reply) => reply.redirect(provider?.accountUrl ?? '/idp/account'))
    const shared: LoginParts = {
      sessions,
      sessionCookie,
      sessionSeconds,
      loginCookie,
      loginKey,
      securityLog,
      publicUrl,
      clock,
    }
    registerLogout(app, provider, shared)
    if (provider) registerProviderLogin(app, provider, shared)
    else registerOwnLogin(app, { ...shared, issuer, database, kind: login, hasLimits: env.rateLimit > 0 })
  }

  return {
    async register(app) {
      const stop = await sessions.listen()
      app.addHook('onClose', stop)
      await app.register(registerRoutes)
    },
    async userOf(request) {
      const id = sessionCookie.read(request)
      return id === undefined ? null : sessions.user(id)
    },
    confirm: (queries, user) => sessions.confirm(queries, user),
    watch: (login, changed) => sessions.watch(login, changed),
    forgetUsers: () => sessions.forget(''),
    loginOf(request) {
      const id = sessionCookie.read(request)
      return id === undefined ? null : hashOf(id)
    },
    noteMissingRole({ method, routeOptions }, { subject }, role) {
      const who = { issuer, subject }
      securityLog.note({ event: 'role_missing', who, role, route: `${method} ${routeOptions.url}` })
    },
  }
}

/** `/auth/logout`: ends the login here, then at the provider, if members log in at one. */
function registerLogout(
  app: FastifyInstance,
  provider: Provider | null,
  { sessions, sessionCookie, publicUrl }: LoginParts,
): void {
  app.get('/auth/logout', PAGE, async (request, reply) => {
    const navigation = navigationOf(request, publicUrl)
    if (navigation !== 'own') {
      // No other site may log a member out, not even by a link: the member confirms it with a click.
      const logOut = { href: '/auth/logout', label: 'Log out' }
      const page = sentencePage('Log out?', 'Do you want to leave Hockey Pool on this device?', logOut)
      return sendPage(reply, navigation === 'hidden' ? 403 : 200, page)
    }
    const id = sessionCookie.read(request)
    const idToken = id === undefined ? null : await sessions.end(id)
    if (id !== undefined) sessionCookie.clear(reply)
    if (provider === null) return reply.redirect('/')
    try {
      const url = await provider.endSessionUrl(idToken)
      return reply.redirect(url?.href ?? '/')
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error
      request.log.warn({ reason: error.message }, 'Logged out here, but not at the identity provider')
      return reply.redirect('/')
    }
  })
}
