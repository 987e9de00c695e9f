import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { escaped, type Page, sendPage } from '../../http/answers/page.ts'
import { sendError } from '../../http/error-handler.ts'
import { addressGroup } from '../../http/limits/rate-limit.ts'
import { findLeague } from '../../league/league.ts'
import { overPage } from '../cookies/begun-logins.ts'
import { findAccount, findPasskey, usePasskey } from '../store/accounts.ts'
import { requestOptions, takeChallenge, UsedPasskey, verifyUsed } from './ceremonies.ts'
import { type AccountEvent, type AccountsParts, subjectOf } from './parts.ts'

type Addressed = { Params: { uid: string } }
type Refused = Extract<AccountEvent, { event: 'passkey_refused' }>['reason']

const SENTENCES: Record<Exclude<Refused, 'limited'>, string> = {
  unknown: 'This passkey has been removed. Log in with another one, or ask an admin for a new invitation.',
  stale: 'That took too long. Please try again.',
  invalid: 'This passkey could not be checked. Please try again.',
}

const COPIED =
  'This passkey looks copied: another device has used it since. Log in with another passkey and remove this one on your account page, or ask an admin for a new invitation.'

/** The step in which a member uses a passkey: GET shows the button, `options` a challenge, POST takes the answer. */
export function registerPasskeyLogin(app: FastifyInstance, parts: AccountsParts): void {
  const { begun, database, publicUrl, clock, tries, note, logIn } = parts
  const purposeOf = (uid: string) => `login ${uid}` as const
  const over = (reply: FastifyReply) => sendError(reply, 400, undefined, 'This login is over. Please log in again.')

  const refuse = (
    request: FastifyRequest,
    reply: FastifyReply,
    reason: keyof typeof SENTENCES,
    sentence = SENTENCES[reason],
  ) => {
    note({ event: 'passkey_refused', reason, address: request.ip })
    return sendError(reply, reason === 'unknown' ? 404 : 400, undefined, sentence)
  }

  app.get<Addressed>('/idp/login/:uid', { exposeHeadRoute: false }, async (request, reply) => {
    const { uid } = request.params
    if (begun.find(request, uid) === null) return sendPage(reply, 400, overPage)
    const league = (await database.transaction(findLeague))?.name ?? 'Hockey Pool'
    return sendPage(reply, 200, loginPage(league, `/idp/login/${uid}`, `${publicUrl.origin}/`))
  })

  app.post<Addressed>('/idp/login/:uid/options', async (request, reply) => {
    const { uid } = request.params
    return begun.find(request, uid) === null ? over(reply) : requestOptions(parts, purposeOf(uid))
  })

  app.post<Addressed>('/idp/login/:uid', async (request, reply) => {
    const { uid } = request.params
    const returnTo = begun.find(request, uid)
    if (returnTo === null) return over(reply)
    const limited = () => note({ event: 'passkey_refused', reason: 'limited', address: request.ip })
    const address = addressGroup(request.ip)
    tries.begin(address, limited)
    const used = Value.Clean(UsedPasskey, request.body)
    if (!Value.Check(UsedPasskey, used)) return refuse(request, reply, 'invalid')
    const challenge = await takeChallenge(parts, used.response.clientDataJSON, purposeOf(uid))
    if (challenge === null) return refuse(request, reply, 'stale')
    const passkey = await database.transaction((queries) => findPasskey(queries, used.id))
    if (!passkey) return refuse(request, reply, 'unknown')
    const subject = subjectOf(passkey.memberId)
    tries.begin(subject, limited)
    const verified = await verifyUsed(parts, used, passkey, challenge)
    if (verified === 'invalid') return refuse(request, reply, verified)
    const usedAt = clock()
    const outcome = await database.transaction((queries) => usePasskey(queries, passkey.id, { ...verified, usedAt }))
    if (outcome === 'removed') return refuse(request, reply, 'unknown')
    if (outcome === 'copied') {
      note({ event: 'passkey_copied', subject })
      return refuse(request, reply, 'invalid', COPIED)
    }
    tries.succeeded(address)
    tries.succeeded(subject)
    const member = await database.transaction((queries) => findAccount(queries, passkey.memberId))
    if (!member) return refuse(request, reply, 'unknown')
    await logIn(request, reply, member, passkey.id)
    begun.end(request, reply, uid)
    return { goTo: returnTo }
  })
}

/** Built from src/web/passkeys; it does what a button with `data-passkey` says. */
export const PASSKEY_SCRIPTS = ['/passkeys.js']

/** Where the script says what went wrong. */
export const ALERT = '<p id="trouble" role="alert" hidden></p>'

export const NO_SCRIPT = '<noscript><p role="alert">Passkeys need JavaScript. Please switch it on.</p></noscript>'

/** Browsers inside other apps often have no passkeys, and old ones none; the script shows what fits. */
export const browserWarnings = (
  link: string,
): string => `<p role="alert" data-warning="too-old" hidden>This browser has no passkeys. Please use a newer one, or your phone.</p>
<div data-warning="in-app" hidden>
<p role="alert">You seem to be in a browser inside another app, where passkeys often do not work.
<strong>Open this in Safari or Chrome:</strong></p>
<label>Link <input value="${escaped(link)}" readonly></label>
<p><button type="button" data-copy>Copy the link</button></p>
</div>`

const loginPage = (league: string, action: string, link: string): Page => ({
  title: `Log in to ${league}`,
  body: `<p>Your device asks for your face, your finger or your code.</p>
${browserWarnings(link)}
${ALERT}
<form method="post" action="${escaped(action)}" data-passkey="use">
<button class="main">Log in with a passkey</button>
<label data-autofill hidden>Or choose one here <input name="user" autocomplete="username webauthn"></label>
</form>
<p>Is your passkey on another device? Choose “another device” when you are asked, and scan the code with it. Have you lost it? Ask
your league's admin for a new invitation.</p>
${NO_SCRIPT}
<a class="quiet" href="/">Back to Hockey Pool</a>`,
  files: PASSKEY_SCRIPTS,
})
