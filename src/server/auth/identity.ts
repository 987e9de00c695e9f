import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { errorSentences } from '#contract/errors'
import type { Role } from '#rules/roles'
import { httpErrorOf, sendError } from '../answers/error-handler.ts'
import { HttpError, RETRY_S } from '../answers/http-error.ts'
import { sendPage, sentencePage } from '../answers/page.ts'
import type { Env } from '../settings/env.ts'
import type { Login } from '../settings/login.ts'
import { StartRefusal } from '../settings/start-refusal.ts'
import type { Database, Queries } from '../store/engine/database.ts'
import { endTrialLogins } from '../store/subjects/accounts.ts'
import { sharedSecret } from '../store/subjects/identity.ts'
import { registerAccounts } from './accounts/accounts.ts'
import { deviceName } from './accounts/device-name.ts'
import { type AccountsParts, accountsKind, subjectOf, Tries } from './accounts/parts.ts'
import { createCookie } from './cookies.ts'
import { demoKind, registerDemoLogin } from './demo/login.ts'
import { Embedded } from './embedded/embedded.ts'
import { registerForms } from './embedded/login-pages.ts'
import { registerLogin } from './login.ts'
import { registerLogout } from './logout.ts'
import { PAGE } from './navigation.ts'
import { LoginRefused, Provider } from './provider.ts'
import { sealingKey } from './seal.ts'
import { SecurityLog } from './security-log.ts'
import type { SessionUser } from './session-user.ts'
import { hashOf, Sessions } from './sessions.ts'

export interface Identity {
  /** Adds `/auth/*`, and `/idp/*` where the embedded provider is in use. The database must have been migrated. */
  register(app: FastifyInstance): Promise<void>
  userOf(request: FastifyRequest): Promise<SessionUser | null>
  /** The same user as a transaction finds them, and as they stay until it ends; null: the login has ended. */
  confirm(queries: Queries, user: SessionUser): Promise<SessionUser | null>
  /** Calls back when this login may have ended, or may do something else than before. Returns how to stop. */
  watch(login: string, changed: () => void): () => void
  /** Looks up every user again. */
  forgetUsers(): void
  /** The hash of the login's id that the request carries; `userOf` checks whether it is valid. */
  loginOf(request: FastifyRequest): string | null
  /** For the security log: what was asked for needs a role that the user has not. */
  noteMissingRole(request: FastifyRequest, user: SessionUser, role: Role): void
}

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
  const embedded = new Embedded(
    { database, publicUrl, clock, kind: login === 'accounts' ? accountsKind : demoKind },
    log,
  )
  const provider = new Provider({ publicUrl: publicUrl.origin, ...(env.oidc ?? embedded.settings) })
  const securityLog = new SecurityLog(log)
  const { session: lifetime } = env
  const trustUserName = login !== 'external'
  const sessions = new Sessions({ database, provider, log, clock, securityLog, lifetime, trustUserName })
  const sessionSeconds = lifetime.days * 24 * 60 * 60
  const accountsParts: AccountsParts = {
    embedded,
    database,
    publicUrl,
    clock,
    tries: new Tries(env.rateLimit > 0),
    async logIn(request, reply, { id, userName, displayName }, passkeyId) {
      const claims = [{ name: displayName, preferred_username: userName, amr: [passkeyId] }]
      const identity = { issuer: provider.issuer, subject: subjectOf(id), claims, accessToken: '' }
      const granted = { identity, tokens: { idToken: null, refreshToken: null } }
      const device = deviceName(request.headers['user-agent'])
      sessionCookie.write(reply, await sessions.begin(granted, sessionCookie.read(request), device), sessionSeconds)
    },
    async askerOf(request) {
      const id = sessionCookie.read(request)
      const user = id === undefined ? null : await sessions.user(id)
      return id === undefined || !user || user.memberId === null
        ? null
        : { memberId: user.memberId, loginHash: hashOf(id) }
    },
    isStill: async (queries, { memberId, loginHash }) =>
      (await sessions.held(queries, loginHash, memberId))?.member?.id === memberId,
    note: (noted) =>
      securityLog.note(
        noted.event === 'passkey_copied'
          ? { event: noted.event, who: { issuer: provider.issuer, subject: noted.subject } }
          : noted,
      ),
  }

  async function registerRoutes(app: FastifyInstance): Promise<void> {
    const [loginSecret, logSecret] = await database.transaction(async (queries) => {
      if (login === 'accounts') await endTrialLogins(queries, provider.issuer)
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
        const retryAfter = refusal.retryAfter ?? (refusal.status === 503 ? RETRY_S : null)
        if (retryAfter !== null) reply.header('retry-after', retryAfter)
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
    registerLogin(app, {
      provider,
      sessions,
      sessionCookie,
      sessionSeconds,
      loginCookie,
      loginKey,
      securityLog,
      publicUrl,
      clock,
    })
    registerLogout(app, { provider, sessions, sessionCookie, publicUrl })
    app.get('/auth/account', PAGE, (_request, reply) => reply.redirect(provider.accountUrl))
    if (login === 'external') return
    registerForms(app)
    if (login === 'accounts') registerAccounts(app, accountsParts)
    else registerDemoLogin(app, embedded, database)
  }

  return {
    async register(app) {
      if (login !== 'external') embedded.mount(app)
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
      const who = { issuer: provider.issuer, subject }
      securityLog.note({ event: 'role_missing', who, role, route: `${method} ${routeOptions.url}` })
    },
  }
}
