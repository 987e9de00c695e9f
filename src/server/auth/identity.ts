import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { errorSentences } from '#contract/errors'
import type { Env } from '../env.ts'
import { HttpError } from '../http-error.ts'
import { RETRY_S } from '../readiness.ts'
import type { Soon } from '../soon.ts'
import { StartRefusal } from '../start-refusal.ts'
import type { Database } from '../store/database.ts'
import { sharedSecret } from '../store/identity.ts'
import { createCookie } from './cookies.ts'
import { Demo } from './demo/demo.ts'
import { registerLogin } from './login.ts'
import { registerLogout } from './logout.ts'
import { PAGE } from './navigation.ts'
import { sendPage, sentencePage } from './page.ts'
import { Provider } from './provider.ts'
import { sealingKey } from './seal.ts'
import { hashOf, Sessions, type SessionUser } from './sessions.ts'

export type { SessionUser } from './sessions.ts'

export interface Identity {
  /** Adds `/auth/*`, and `/idp/*` where the demo's provider is in use. The database must have been migrated. */
  register(app: FastifyInstance): Promise<void>
  userOf(request: FastifyRequest): Soon<SessionUser | null>
  /** Which login the request brings, by the id's hash; whether it is valid says `userOf`. */
  loginOf(request: FastifyRequest): string | null
}

export interface IdentityParts {
  env: Pick<Env, 'production' | 'publicUrl' | 'oidc'>
  database: Database
  log: FastifyBaseLogger
  clock: () => Date
}

/** Who is asking, and how people log in and out. */
export function createIdentity({ env, database, log, clock }: IdentityParts): Identity {
  if (env.production && !env.oidc)
    throw new StartRefusal('OIDC_ISSUER is missing: the demo login has no passwords and never runs in production.')
  const publicUrl = new URL(env.publicUrl)
  const sessionCookie = createCookie(publicUrl, 'pool-session')
  const loginCookie = createCookie(publicUrl, 'pool-login')
  const demo = new Demo({ database, publicUrl, clock }, log)
  const provider = new Provider({ publicUrl: publicUrl.origin, ...(env.oidc ?? demo.settings) })
  const sessions = new Sessions({ database, provider, log, clock, trustUserName: !env.oidc })

  async function registerRoutes(app: FastifyInstance): Promise<void> {
    const secret = await database.transaction((queries) =>
      sharedSecret(queries, 'login-cookie', randomBytes(32).toString('base64url')),
    )
    const loginKey = sealingKey(secret, 'login cookie')
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    app.setErrorHandler((error, request, reply) => {
      const link = { href: '/', label: 'Back to Hockey Pool' }
      if (error instanceof HttpError) {
        if (error.status === 503) reply.header('retry-after', RETRY_S)
        return sendPage(reply, error.status, sentencePage('Login is not available', error.message, link))
      }
      request.log.error({ err: error }, 'Login failed')
      return sendPage(reply, 500, sentencePage('Login is not available', errorSentences.INTERNAL, link))
    })
    registerLogin(app, { provider, sessions, sessionCookie, loginCookie, loginKey, publicUrl, clock })
    registerLogout(app, { provider, sessions, sessionCookie, publicUrl })
    app.get('/auth/account', PAGE, (_request, reply) => reply.redirect(provider.accountUrl))
  }

  return {
    async register(app) {
      if (!env.oidc) demo.mount(app)
      const stop = await sessions.listen()
      app.addHook('onClose', stop)
      await app.register(registerRoutes)
    },
    userOf(request) {
      const id = sessionCookie.read(request)
      return id === undefined ? null : sessions.user(id)
    },
    loginOf(request) {
      const id = sessionCookie.read(request)
      return id === undefined ? null : hashOf(id)
    },
  }
}
