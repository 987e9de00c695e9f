import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'
import { StartRefusal } from '../start-refusal.ts'
import type { Database } from '../store/database.ts'
import { sharedSecret } from '../store/identity.ts'
import { createCookie } from './cookies.ts'
import { DEMO_CLIENT_ID } from './demo/demo-provider.ts'
import { inProcessFetch, registerDemo } from './demo/register-demo.ts'
import { registerLogin } from './login.ts'
import { registerLogout } from './logout.ts'
import { sendPage, sentencePage } from './page.ts'
import { Provider } from './provider.ts'
import { sealingKey } from './seal.ts'
import { Sessions, type SessionUser } from './sessions.ts'

export type { SessionUser } from './sessions.ts'

export interface Identity {
  /** Adds `/auth/*`, and `/idp/*` where the demo's provider is in use. The database must have been migrated. */
  register(app: FastifyInstance): Promise<void>
  userOf(request: FastifyRequest): Promise<SessionUser | null>
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
  let demoApp: FastifyInstance | null = null

  const provider = new Provider({
    publicUrl: publicUrl.origin,
    ...(env.oidc ?? {
      issuer: `${publicUrl.origin}/idp`,
      clientId: DEMO_CLIENT_ID,
      clientSecret: null,
      accountUrl: `${publicUrl.origin}/idp/account`,
      fetch: (url, options) => {
        if (!demoApp) throw new Error('The demo identity provider is not registered.')
        return inProcessFetch(demoApp)(url, options)
      },
    }),
  })
  const sessions = new Sessions({ database, provider, log, clock, trustUserName: !env.oidc })

  async function registerRoutes(app: FastifyInstance): Promise<void> {
    const secret = await database.transaction((queries) =>
      sharedSecret(queries, 'login-cookie', randomBytes(32).toString('base64url')),
    )
    const loginKey = sealingKey(secret, 'login cookie')
    app.addHook('onRoute', (route) => {
      // A HEAD route would log out too.
      route.exposeHeadRoute = false
    })
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
      request.log.error({ err: error }, 'login failed')
      const sentence = 'Something went wrong on the server. Please try again in a moment.'
      const page = sentencePage('Login is not available', sentence, { href: '/', label: 'Back to Hockey Pool' })
      return sendPage(reply, error.statusCode ?? 500, page)
    })
    registerLogin(app, { provider, sessions, sessionCookie, loginCookie, loginKey, publicUrl, clock })
    registerLogout(app, { provider, sessions, sessionCookie, publicUrl })
    app.get('/auth/account', (_request, reply) => reply.redirect(provider.accountUrl))
  }

  return {
    async register(app) {
      if (!env.oidc) {
        demoApp = app
        await registerDemo(app, { database, publicUrl, clock })
      }
      const stop = await sessions.listen()
      app.addHook('onClose', stop)
      await app.register(registerRoutes)
    },
    async userOf(request) {
      const id = sessionCookie.read(request)
      return id === undefined ? null : sessions.user(id)
    },
  }
}
