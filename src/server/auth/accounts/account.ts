import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { errorSentences } from '#contract/errors'
import { tidy, truncate, unshowable } from '#rules/names'
import { sendError } from '../../answers/error-handler.ts'
import { HttpError } from '../../answers/http-error.ts'
import { type Page, sendPage, sentencePage } from '../../answers/page.ts'
import type { Queries } from '../../store/engine/database.ts'
import {
  addPasskey,
  endSessions,
  findAccount,
  lockAccount,
  MOST_PASSKEYS,
  passkeysOf,
  removePasskey,
  renamePasskey,
} from '../../store/subjects/accounts.ts'
import { type MemberLogin, memberLogins } from '../../store/subjects/identity.ts'
import { findLeague } from '../../store/subjects/league.ts'
import { accountPage, loginsWith, removalPage, sureOf } from './account-page.ts'
import { creationOptions, MadePasskey, notAdded, verifyMade } from './ceremonies.ts'
import { deviceName, freeName } from './device-name.ts'
import { type AccountRecord, type AccountsParts, type Asker, audit } from './parts.ts'

const ACCOUNT = '/idp/account'
const LONGEST_NAME = 60

const Named = Type.Object({ id: Type.String(), name: Type.String({ maxLength: 200 }) })
const Removed = Type.Object({ id: Type.String(), sure: Type.Optional(Type.String()) })
const Ended = Type.Object({ login: Type.String() })

const unnamed = sentencePage('Your account', errorSentences.CHARACTER_REFUSED, {
  href: ACCOUNT,
  label: 'Back to your account',
})

const loggedOut = sentencePage('Your account', 'Log in first to see your passkeys.', {
  href: '/auth/login',
  label: 'Log in',
})

/** Where members see and change how they log in. A form's change leads back to the page, so that a reload repeats nothing. */
export function registerAccount(app: FastifyInstance, parts: AccountsParts): void {
  const { database, clock, askerOf, isStill, note } = parts
  const back = (reply: FastifyReply, path = ACCOUNT) => reply.redirect(path, 303)

  /** Does what a form asks for, for whoever is logged in. */
  const change = (
    path: string,
    work: (asker: Asker, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ): void => {
    app.post(`${ACCOUNT}${path}`, async (request, reply) => {
      const asker = await askerOf(request)
      return asker ? work(asker, request, reply) : sendPage(reply, 401, loggedOut)
    })
  }
  /** One change of an account at a time, and only of a login that has not ended while it waited. */
  const changed = (
    asker: Asker,
    call: AccountRecord,
    work: (queries: Queries, logins: MemberLogin[]) => Promise<object | null>,
  ) =>
    database.transaction(async (queries) => {
      const { memberId } = asker
      await lockAccount(queries, memberId)
      if (!(await isStill(queries, asker))) throw new HttpError(401, 'UNAUTHENTICATED')
      const params = await work(queries, await memberLogins(queries, clock(), memberId))
      if (params) await audit(queries, memberId, clock(), call, { ...params })
    })

  app.get(ACCOUNT, { exposeHeadRoute: false }, async (request, reply) => {
    const asker = await askerOf(request)
    if (!asker) return sendPage(reply, 200, loggedOut)
    const { member, league, ...shown } = await database.transaction(async (queries) => ({
      member: await findAccount(queries, asker.memberId),
      league: await findLeague(queries),
      passkeys: await passkeysOf(queries, asker.memberId),
      logins: await memberLogins(queries, clock(), asker.memberId),
    }))
    if (!member) return sendPage(reply, 200, loggedOut)
    const named = { league: league?.name ?? 'Hockey Pool', timeZone: league?.constants.timeZone ?? 'UTC' }
    return sendPage(reply, 200, accountPage({ member, ...named, ...shown, loginHash: asker.loginHash }))
  })

  app.post(`${ACCOUNT}/passkeys/options`, async (request, reply) => {
    const asker = await askerOf(request)
    if (!asker) return sendError(reply, 401, 'UNAUTHENTICATED', 'Please log in.')
    const { memberId } = asker
    const { member, known } = await database.transaction(async (queries) => ({
      member: await findAccount(queries, memberId),
      known: await passkeysOf(queries, memberId),
    }))
    if (!member) return sendError(reply, 401, 'UNAUTHENTICATED', 'Please log in.')
    if (known.length >= MOST_PASSKEYS) return sendError(reply, 409, undefined, notAdded.full)
    return creationOptions(parts, member, known, `account ${memberId}`)
  })

  app.post(`${ACCOUNT}/passkeys`, async (request, reply) => {
    const asker = await askerOf(request)
    if (!asker) return sendError(reply, 401, 'UNAUTHENTICATED', 'Please log in.')
    const { memberId } = asker
    const made = Value.Clean(MadePasskey, request.body)
    const verified = Value.Check(MadePasskey, made) ? await verifyMade(parts, made, `account ${memberId}`) : 'invalid'
    if (typeof verified === 'string') {
      note({ event: 'passkey_refused', reason: verified, address: request.ip })
      return sendError(reply, 400, undefined, 'The passkey was not accepted. Please try again.')
    }
    let refused: keyof typeof notAdded | null = null
    await changed(asker, 'accounts.addPasskey', async (queries) => {
      const name = freeName(deviceName(request.headers['user-agent']), await passkeysOf(queries, memberId))
      refused = await addPasskey(queries, { ...verified, memberId, name, madeAt: clock() })
      return refused === null ? {} : null
    })
    return refused === null ? { goTo: ACCOUNT } : sendError(reply, 409, undefined, notAdded[refused])
  })

  change('/passkeys/rename', async (asker, { body }, reply) => {
    if (!Value.Check(Named, body)) return back(reply)
    const name = truncate(tidy(body.name), LONGEST_NAME)
    if (unshowable(body.name)) return sendPage(reply, 400, unnamed)
    if (name !== '') {
      await changed(asker, 'accounts.renamePasskey', async (queries) =>
        (await renamePasskey(queries, asker.memberId, body.id, name)) ? {} : null,
      )
    }
    return back(reply)
  })

  change('/passkeys/remove', async (asker, { body }, reply) => {
    if (!Value.Check(Removed, body)) return back(reply)
    const { memberId, loginHash } = asker
    let asks: Page | null = null
    await changed(asker, 'accounts.removePasskey', async (queries, logins) => {
      const passkeys = await passkeysOf(queries, memberId)
      const passkey = passkeys.find(({ id }) => id === body.id)
      if (!passkey) return null
      const removal = { passkey, isLast: passkeys.length === 1, logins, loginHash }
      if (body.sure !== sureOf(removal)) {
        asks = removalPage(removal)
        return null
      }
      await removePasskey(queries, memberId, passkey.id)
      // A login with it that was under way is there by now.
      const ended = loginsWith({ ...removal, logins: await memberLogins(queries, clock(), memberId) })
      return { logins: await endSessions(database, queries, ended) }
    })
    return asks ? sendPage(reply, 200, asks) : back(reply)
  })

  change('/logins/end', async (asker, { body }, reply) => {
    await changed(asker, 'accounts.endLogin', async (queries, logins) => {
      const ended = logins.filter(({ idHash }) => Value.Check(Ended, body) && idHash === body.login)
      await endSessions(database, queries, ended)
      return ended[0] ? { device: ended[0].device } : null
    })
    return back(reply)
  })

  change('/logins/end-all', async (asker, _request, reply) => {
    await changed(asker, 'accounts.endAllLogins', async (queries, logins) => {
      return { logins: await endSessions(database, queries, logins) }
    })
    return back(reply, '/')
  })
}
