import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { errorSentences } from '#contract/errors'
import { tidy, truncate, unshowable } from '#rules/names'
import { instantWords } from '#rules/words'
import type { Queries } from '../../db/engine/database.ts'
import { HttpError } from '../../http/answers/http-error.ts'
import { escaped, type Page, sendPage, sentencePage } from '../../http/answers/page.ts'
import { sendError } from '../../http/error-handler.ts'
import { findLeague } from '../../league/league.ts'
import {
  type AccountMember,
  addPasskey,
  endSessions,
  findAccount,
  lockAccount,
  MOST_PASSKEYS,
  type Passkey,
  passkeysOf,
  removePasskey,
  renamePasskey,
} from '../store/accounts.ts'
import { type MemberLogin, memberLogins } from '../store/identity.ts'
import { creationOptions, notAdded, verifyMade } from './ceremonies.ts'
import { ALERT, NO_SCRIPT, PASSKEY_SCRIPTS } from './login.ts'
import { type AccountRecord, type AccountsParts, type Asker, audit, deviceName, freeName } from './parts.ts'

const ACCOUNT = '/idp/account'
const LONGEST_NAME = 60

const Named = Type.Object({ id: Type.String(), name: Type.String({ maxLength: 200 }) })
const Removed = Type.Object({ id: Type.String(), sure: Type.Optional(Type.String()) })
const Ended = Type.Object({ login: Type.String() })

const toAccount = { href: ACCOUNT, label: 'Back to your account' }
const unnamed = sentencePage('Your account', errorSentences.CHARACTER_REFUSED, toAccount)

const toLogin = { href: '/auth/login', label: 'Log in' }
const loggedOut = sentencePage('Your account', 'Log in first to see your passkeys.', toLogin)

const sendLoggedOut = (reply: FastifyReply) => sendError(reply, 401, 'UNAUTHENTICATED', 'Please log in.')

/**
 * Where members see and change how they log in. A form's change leads back to the page: a reload then repeats nothing.
 */
export function registerAccount(app: FastifyInstance, parts: AccountsParts): void {
  const { database, clock, askerOf, isStill, note } = parts
  const back = (reply: FastifyReply, path = ACCOUNT) => reply.redirect(path, 303)

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
    if (!asker) return sendLoggedOut(reply)
    const { memberId } = asker
    const { member, known } = await database.transaction(async (queries) => ({
      member: await findAccount(queries, memberId),
      known: await passkeysOf(queries, memberId),
    }))
    if (!member) return sendLoggedOut(reply)
    if (known.length >= MOST_PASSKEYS) return sendError(reply, 409, undefined, notAdded.full)
    return creationOptions(parts, member, known, `account ${memberId}`)
  })

  app.post(`${ACCOUNT}/passkeys`, async (request, reply) => {
    const asker = await askerOf(request)
    if (!asker) return sendLoggedOut(reply)
    const { memberId } = asker
    const verified = await verifyMade(parts, request.body, `account ${memberId}`)
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

interface Shown {
  readonly member: AccountMember
  readonly league: string
  readonly passkeys: readonly Passkey[]
  readonly logins: readonly MemberLogin[]
  /** Of the login that looks. */
  readonly loginHash: string
  readonly timeZone: string
}

type When = (at: Date) => string

const form = (path: string, fields: Record<string, string>, label: string, more = ''): string =>
  `<form method="post" action="/idp/account${path}">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join('')}${more}<button>${label}</button></form>`

const nameField = ({ name }: Passkey): string =>
  `<label>Name <input name="name" value="${escaped(name)}" maxlength="60" required></label>`

const passkeyItem = (passkey: Passkey, isUsedHere: boolean, when: When): string => `<li>
<p><strong>${escaped(passkey.name)}</strong>${isUsedHere ? ' (you are logged in with it here)' : ''}<br>Made ${when(passkey.madeAt)}, ${
  passkey.usedAt ? `last used ${when(passkey.usedAt)}` : 'not used since'
}${passkey.backedUp ? ', kept by your password manager' : ''}</p>
<details><summary>Rename or remove</summary>
${form('/passkeys/rename', { id: passkey.id }, 'Rename', nameField(passkey))}
${form('/passkeys/remove', { id: passkey.id }, 'Remove')}
</details>
</li>`

const loginItem = ({ idHash, device, createdAt, usedAt }: MemberLogin, isOwn: boolean, when: When): string => `<li>
<p><strong>${escaped(device ?? 'Unknown device')}</strong>${isOwn ? ' (this one)' : ''}<br>Since ${when(createdAt)}, last seen ${when(usedAt)}</p>
${isOwn ? '' : form('/logins/end', { login: idHash }, 'Log out')}
</li>`

function accountPage({ member, league, passkeys, logins, loginHash, timeZone }: Shown): Page {
  const words = instantWords(timeZone)
  const when: When = (at) => `<time datetime="${at.toISOString()}">${escaped(words.whole(at.getTime()))}</time>`
  const own = logins.find(({ idHash }) => idHash === loginHash)
  return {
    title: 'Your account',
    body: `<p>You are <strong>${escaped(member.displayName)}</strong> in <strong>${escaped(league)}</strong>.</p>
${ALERT}
<h2>Passkeys</h2>
${passkeys.length === 0 ? '<p>You have none. Add one now, or you will need a new invitation to log in again.</p>' : ''}
<ul>${passkeys.map((passkey) => passkeyItem(passkey, passkey.id === own?.passkeyId, when)).join('\n')}</ul>
<form method="post" action="/idp/account/passkeys" data-passkey="make"><button class="main">Add a passkey</button></form>
<p>For a device that is not here, choose “another device” when you are asked, and scan the code with it.</p>
<h2>Where you are logged in</h2>
<ul>${logins.map((login) => loginItem(login, login.idHash === loginHash, when)).join('\n')}</ul>
${form('/logins/end-all', {}, 'Log out everywhere')}
<p>Times are those of the league, ${escaped(timeZone)}.</p>
${NO_SCRIPT}
<a class="quiet" href="/">Back to Hockey Pool</a>`,
    files: PASSKEY_SCRIPTS,
  }
}

interface Removal {
  readonly passkey: Passkey
  readonly isLast: boolean
  readonly logins: readonly MemberLogin[]
  readonly loginHash: string
}

/** What the form sends back: a member who meant to keep another passkey has to confirm again. */
const sureOf = ({ isLast }: Pick<Removal, 'isLast'>): string => (isLast ? 'last' : 'yes')

/** The member's other logins that were made with the passkey; they end with it. The one that asks stays. */
const loginsWith = ({ passkey: { id }, logins, loginHash }: Removal): MemberLogin[] =>
  logins.filter(({ idHash, passkeyId }) => idHash !== loginHash && passkeyId === id)

function removalPage(removal: Removal): Page {
  const { passkey, isLast, logins, loginHash } = removal
  const ending = loginsWith(removal).map(({ device }) => device ?? 'Unknown device')
  const isUnknown = logins.some(({ idHash, passkeyId }) => idHash !== loginHash && passkeyId === null)
  const sentences = [
    'You can no longer log in with it.',
    isLast
      ? 'It is the only one you have: once you are logged out you will need a new invitation to get in again.'
      : null,
    ending.length > 0 ? `Where it logged you in elsewhere you are logged out: ${ending.join('; ')}.` : null,
    'You stay logged in here.',
    isUnknown
      ? 'Of older logins it is not known which passkey they were made with: end those on your account page.'
      : null,
  ]
  return {
    title: isLast ? 'Remove your last passkey?' : `Remove “${passkey.name}”?`,
    body: `<p>${escaped(sentences.filter((sentence) => sentence !== null).join(' '))}</p>
${form('/passkeys/remove', { id: passkey.id, sure: sureOf(removal) }, isLast ? 'Remove it anyway' : 'Remove it')}
<a class="quiet" href="/idp/account">Keep it</a>`,
  }
}
