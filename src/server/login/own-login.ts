import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/engine/database.ts'
import { sendPage, sentencePage } from '../http/answers/page.ts'
import { type Login, whyNoPasskeys } from '../settings/login.ts'
import { registerAccount } from './accounts/account.ts'
import { registerDemoLogin } from './accounts/demo-login.ts'
import { registerInvitations } from './accounts/invitation.ts'
import { registerPasskeyLogin } from './accounts/login.ts'
import { type AccountsParts, deviceName, subjectOf, Tries } from './accounts/parts.ts'
import type { Person } from './claims.ts'
import { BegunLogins } from './cookies/begun-logins.ts'
import { type LoginParts, registerLoginStart } from './login-start.ts'
import { hashOf } from './sessions.ts'

interface OwnLoginParts extends LoginParts {
  readonly kind: Login
  /** Of the logins that begin here. */
  readonly issuer: string
  readonly database: Database
  readonly hasLimits: boolean
}

const NO_TOKENS = { idToken: null, refreshToken: null }
const LONGEST_FORM = 4_096

function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LONGEST_FORM },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

/** `/auth/login` and the pages under `/idp`: members log in here, with passkeys or in a demo by a button. */
export function registerOwnLogin(app: FastifyInstance, parts: OwnLoginParts): void {
  const { kind, issuer, database, sessions, sessionCookie, sessionSeconds, securityLog, publicUrl, clock } = parts
  const begun = new BegunLogins({ cookie: parts.loginCookie, key: parts.loginKey, clock })

  /** Logs in on the device that asks, under a new id. */
  const logIn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    who: Pick<Person, 'subject' | 'name' | 'passkeyId'> & { readonly userName: string },
  ) => {
    const person: Person = { issuer, ...who, email: null, emailState: 'none', account: who.userName, roles: [] }
    const device = deviceName(request.headers['user-agent'])
    const id = await sessions.begin(person, NO_TOKENS, { oldId: sessionCookie.read(request), device })
    sessionCookie.write(reply, id, sessionSeconds)
  }

  registerLoginStart(app, publicUrl, async (request, reply, returnTo) =>
    reply.redirect(`/idp/login/${begun.begin(request, reply, returnTo)}`),
  )
  readForms(app)
  if (kind === 'trial') {
    registerDemoLogin(app, {
      begun,
      database,
      logIn: (request, reply, { userName, displayName: name }) =>
        logIn(request, reply, { subject: userName, userName, name, passkeyId: null }),
    })
    return
  }
  registerAccounts(app, {
    begun,
    database,
    publicUrl,
    clock,
    tries: new Tries(parts.hasLimits),
    logIn: (request, reply, { id, userName, displayName: name }, passkeyId) =>
      logIn(request, reply, { subject: subjectOf(id), userName, name, passkeyId }),
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
        noted.event === 'passkey_copied' ? { event: noted.event, who: { issuer, subject: noted.subject } } : noted,
      ),
  })
}

/** The pages of a league whose members log in with passkeys, under `/idp`. */
function registerAccounts(app: FastifyInstance, parts: AccountsParts): void {
  const without = whyNoPasskeys(parts.publicUrl.origin)
  if (without !== null) {
    const sentence = `${without} Please let the person who runs this server know.`
    const page = sentencePage('Login is not available', sentence, { href: '/', label: 'Back to Hockey Pool' })
    for (const url of ['/idp/login/*', '/idp/invitation/*', '/idp/account'])
      app.get(url, (_request, reply) => sendPage(reply, 503, page))
    return
  }
  registerPasskeyLogin(app, parts)
  registerInvitations(app, parts)
  registerAccount(app, parts)
}
