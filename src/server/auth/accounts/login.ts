import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { sendError } from '../../answers/error-handler.ts'
import { sendPage } from '../../answers/page.ts'
import { addressGroup } from '../../memory/address-group.ts'
import { findAccount, findPasskey, usePasskey } from '../../store/subjects/accounts.ts'
import { findLeague } from '../../store/subjects/league.ts'
import { overPage } from '../cookies/begun-logins.ts'
import { requestOptions, takeChallenge, UsedPasskey, verifyUsed } from './ceremonies.ts'
import { loginPage } from './login-page.ts'
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
