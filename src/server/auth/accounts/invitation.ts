import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { sendError } from '../../answers/error-handler.ts'
import { sendPage } from '../../answers/page.ts'
import {
  addPasskey,
  findAccount,
  findInvitation,
  passkeysOf,
  takeInvitation,
  tokenHashOf,
} from '../../store/subjects/accounts.ts'
import { adminNames } from '../../store/subjects/identity.ts'
import { findLeague } from '../../store/subjects/league.ts'
import { creationOptions, MadePasskey, verifyMade } from './ceremonies.ts'
import { deviceName, freeName } from './device-name.ts'
import { type ClosedInvitation, closedPage, closedSentence, invitationPage } from './invitation-page.ts'
import { type AccountsParts, audit } from './parts.ts'

type Addressed = { Params: { token: string } }

/** The link that lets a member in for the first time. Looking at it, as chat apps do, uses nothing up. */
export function registerInvitations(app: FastifyInstance, parts: AccountsParts): void {
  const { database, publicUrl, clock, tries, note, logIn, askerOf } = parts

  /** The open invitation of the link, or why there is none. */
  const look = async ({ params, ip }: FastifyRequest<Addressed>) => {
    const refused = (reason: ClosedInvitation | 'limited') => note({ event: 'invitation_refused', reason, address: ip })
    tries.check(ip, () => refused('limited'))
    const tokenHash = tokenHashOf(params.token)
    const found = await database.transaction((queries) => findInvitation(queries, tokenHash))
    const closed = found ? whyClosed(found.invitation, clock()) : 'unknown'
    if (found && closed === null) return { tokenHash, member: found.member, closed }
    // A link that somebody was sent is no guess.
    if (!found) tries.failed(ip)
    refused(closed ?? 'unknown')
    return { closed: closed ?? 'unknown' }
  }
  const closedAnswer = async (reply: FastifyReply, closed: ClosedInvitation) => {
    const admins = await database.transaction(adminNames)
    return sendError(reply, statusOf(closed), undefined, closedSentence(closed, admins))
  }

  app.get<Addressed>('/idp/invitation/:token', async (request, reply) => {
    const looked = await look(request)
    if (looked.closed !== null) {
      return sendPage(reply, statusOf(looked.closed), closedPage(looked.closed, await database.transaction(adminNames)))
    }
    const league = await database.transaction(findLeague)
    const asker = await askerOf(request)
    const isOther = asker !== null && asker.memberId !== looked.member.id
    const other = isOther ? await database.transaction((queries) => findAccount(queries, asker.memberId)) : null
    const link = `${publicUrl.origin}/idp/invitation/${request.params.token}`
    return sendPage(
      reply,
      200,
      invitationPage(looked.member, league?.name ?? 'Hockey Pool', link, other?.displayName ?? null),
    )
  })

  app.post<Addressed>('/idp/invitation/:token/options', async (request, reply) => {
    const looked = await look(request)
    if (looked.closed !== null) return closedAnswer(reply, looked.closed)
    const { member, tokenHash } = looked
    const known = await database.transaction((queries) => passkeysOf(queries, member.id))
    return creationOptions(parts, member, known, `invitation ${tokenHash}`)
  })

  app.post<Addressed>('/idp/invitation/:token', async (request, reply) => {
    const looked = await look(request)
    if (looked.closed !== null) return closedAnswer(reply, looked.closed)
    const { member, tokenHash } = looked
    const made = Value.Clean(MadePasskey, request.body)
    const verified = Value.Check(MadePasskey, made)
      ? await verifyMade(parts, made, `invitation ${tokenHash}`)
      : 'invalid'
    if (typeof verified === 'string') {
      tries.failed(request.ip)
      note({ event: 'passkey_refused', reason: verified, address: request.ip })
      return sendError(reply, 400, undefined, 'The passkey was not accepted. Please try again.')
    }
    const now = clock()
    const isFirst = await database.transaction(async (queries) => {
      if (!(await takeInvitation(queries, tokenHash, now))) return false
      const name = freeName(deviceName(request.headers['user-agent']), await passkeysOf(queries, member.id))
      await addPasskey(queries, { ...verified, memberId: member.id, name, madeAt: now })
      await audit(queries, member.id, now, 'accounts.useInvitation')
      return true
    })
    if (!isFirst) return closedAnswer(reply, 'used')
    await logIn(request, reply, member, verified.id)
    return { goTo: member.teamId === null ? '/' : `/teams/${member.teamId}` }
  })
}

type Kept = NonNullable<Awaited<ReturnType<typeof findInvitation>>>['invitation']

function whyClosed({ usedAt, endedAt, expiresAt }: Kept, now: Date): ClosedInvitation | null {
  if (usedAt) return 'used'
  if (endedAt) return 'replaced'
  return expiresAt <= now ? 'expired' : null
}

const statusOf = (closed: ClosedInvitation): number => (closed === 'unknown' ? 404 : 410)
