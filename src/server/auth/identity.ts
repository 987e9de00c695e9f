import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { errorSentences } from '#contract/errors'
import type { Role } from '#rules/roles'
import { httpErrorOf } from '../answers/error-handler.ts'
import { RETRY_S } from '../answers/http-error.ts'
import { sendPage, sentencePage } from '../answers/page.ts'
import type { Env } from '../settings/env.ts'
import { StartRefusal } from '../settings/start-refusal.ts'
import type { Database } from '../store/engine/database.ts'
import { sharedSecret } from '../store/subjects/identity.ts'
import { createCookie } from './cookies.ts'
import { demoKind, registerDemoLogin } from './demo/login.ts'
import { Embedded } from './embedded/embedded.ts'
import { registerForms } from './embedded/login-pages.ts'
import { registerLogin } from './login.ts'
import { registerLogout } from './logout.ts'
import { PAGE } from './navigation.ts'
import { Provider } from './provider.ts'
import { sealingKey } from './seal.ts'
import { SecurityLog } from './security-log.ts'
import { hashOf, Sessions, type SessionUser } from './sessions.ts'

export type { SessionUser } from './sessions.ts'

export interface Identity {
  /** Adds `/auth/*`, and `/idp/*` where the embedded provider is in use. The database must have been migrated. */
  register(app: FastifyInstance): Promise<void>
  userOf(request: FastifyRequest): Promise<SessionUser | null>
  /** The hash of the login's id that the request carries; `userOf` checks whether it is valid. */
  loginOf(request: FastifyRequest): string | null
  /** For the security log: what was asked for needs a role that the user has not. */
  noteMissingRole(request: FastifyRequest, user: SessionUser, role: Role): void
}

export interface IdentityParts {
  env: Pick<Env, 'production' | 'publicUrl' | 'oidc' | 'session'>
  database: Database
  log: FastifyBaseLogger
  clock: () => Date
}

/** What Fastify refuses by itself: a body that is too long, or of another kind. */
const isMisread = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && Number(error.statusCode) >= 400 && Number(error.statusCode) < 500

/** Who is asking, and how people log in and out. */
export function createIdentity({ env, database, log, clock }: IdentityParts): Identity {
  if (env.production && !env.oidc)
    throw new StartRefusal('OIDC_ISSUER is missing: the demo login has no passwords and never runs in production.')
  const publicUrl = new URL(env.publicUrl)
  const sessionCookie = createCookie(publicUrl, 'pool-session')
  const loginCookie = createCookie(publicUrl, 'pool-login')
  const embedded = new Embedded({ database, publicUrl, clock, kind: demoKind }, log)
  const provider = new Provider({ publicUrl: publicUrl.origin, ...(env.oidc ?? embedded.settings) })
  const securityLog = new SecurityLog(log)
  const { session: lifetime } = env
  const sessions = new Sessions({ database, provider, log, clock, securityLog, lifetime, trustUserName: !env.oidc })

  async function registerRoutes(app: FastifyInstance): Promise<void> {
    const [loginSecret, logSecret] = await database.transaction(async (queries) => {
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
      const refusal = httpErrorOf(error)
      if (refusal) {
        if (refusal.status === 503) reply.header('retry-after', RETRY_S)
        return sendPage(reply, refusal.status, sentencePage('Login is not available', refusal.message, link))
      }
      if (isMisread(error)) {
        return sendPage(reply, 400, sentencePage('Login failed', 'This request cannot be understood.', link))
      }
      request.log.error({ err: error }, 'Login failed')
      return sendPage(reply, 500, sentencePage('Login is not available', errorSentences.INTERNAL, link))
    })
    registerLogin(app, {
      provider,
      sessions,
      sessionCookie,
      sessionSeconds: lifetime.days * 24 * 60 * 60,
      loginCookie,
      loginKey,
      securityLog,
      publicUrl,
      clock,
    })
    registerLogout(app, { provider, sessions, sessionCookie, publicUrl })
    app.get('/auth/account', PAGE, (_request, reply) => reply.redirect(provider.accountUrl))
    if (!env.oidc) {
      registerForms(app)
      registerDemoLogin(app, embedded, database)
    }
  }

  return {
    async register(app) {
      if (!env.oidc) embedded.mount(app)
      const stop = await sessions.listen()
      app.addHook('onClose', stop)
      await app.register(registerRoutes)
    },
    async userOf(request) {
      const id = sessionCookie.read(request)
      return id === undefined ? null : sessions.user(id)
    },
    loginOf(request) {
      const id = sessionCookie.read(request)
      return id === undefined ? null : hashOf(id)
    },
    noteMissingRole({ method, routeOptions }, { subject }, role) {
      const who = { issuer: provider.issuer, subject }
      securityLog.note({ event: 'role_missing', who, role, route: `${method} ${routeOptions.url}` })
    },
  }
}
