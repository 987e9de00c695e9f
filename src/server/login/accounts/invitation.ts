import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { listed } from '#rules/words'
import { escaped, type Page, sendPage, sentencePage } from '../../http/answers/page.ts'
import { sendError } from '../../http/error-handler.ts'
import { addressGroup } from '../../http/limits/rate-limit.ts'
import { findLeague } from '../../league/league.ts'
import {
  type AccountMember,
  addPasskey,
  closeInvitation,
  findAccount,
  findInvitation,
  lockAccount,
  passkeysOf,
  tokenHashOf,
} from '../store/accounts.ts'
import { adminNames } from '../store/identity.ts'
import { creationOptions, notAdded, verifyMade } from './ceremonies.ts'
import { ALERT, browserWarnings, NO_SCRIPT, PASSKEY_SCRIPTS } from './login.ts'
import { type AccountsParts, audit, deviceName, freeName } from './parts.ts'

type Addressed = { Params: { token: string } }

/** The link that lets a member in for the first time. Looking at it, as chat apps do, uses nothing up. */
export function registerInvitations(app: FastifyInstance, parts: AccountsParts): void {
  const { database, publicUrl, clock, tries, note, logIn, askerOf } = parts

  /** The open invitation of the link, or why there is none. */
  const look = async ({ params, ip }: FastifyRequest<Addressed>) => {
    const refused = (reason: ClosedInvitation | 'limited') => note({ event: 'invitation_refused', reason, address: ip })
    const address = addressGroup(ip)
    tries.begin(address, () => refused('limited'))
    const tokenHash = tokenHashOf(params.token)
    const found = await database.transaction((queries) => findInvitation(queries, tokenHash))
    // A link that somebody was sent is not a guess.
    if (found) tries.succeeded(address)
    const closed = whyClosed(found, clock())
    if (found && closed === null) return { tokenHash, member: found.member, closed }
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
    const address = addressGroup(request.ip)
    const refused = (reason: 'stale' | 'invalid' | 'limited') =>
      note({ event: 'passkey_refused', reason, address: request.ip })
    tries.begin(address, () => refused('limited'))
    const verified = await verifyMade(parts, request.body, `invitation ${tokenHash}`)
    if (typeof verified === 'string') {
      refused(verified)
      return sendError(reply, 400, undefined, 'The passkey was not accepted. Please try again.')
    }
    tries.succeeded(address)
    const outcome = await database.transaction(async (queries) => {
      await lockAccount(queries, member.id)
      const now = clock()
      // While the passkey was made it may have been used or replaced, or its member removed.
      const closed = whyClosed(await findInvitation(queries, tokenHash), now)
      if (closed !== null) return { closed }
      const name = freeName(deviceName(request.headers['user-agent']), await passkeysOf(queries, member.id))
      const refused = await addPasskey(queries, { ...verified, memberId: member.id, name, madeAt: now })
      if (refused !== null) return { refused }
      await closeInvitation(queries, tokenHash, now)
      await audit(queries, member.id, now, 'accounts.useInvitation')
      return null
    })
    if (outcome?.closed) return closedAnswer(reply, outcome.closed)
    if (outcome?.refused) return sendError(reply, 409, undefined, notAdded[outcome.refused])
    await logIn(request, reply, member, verified.id)
    return { goTo: member.teamId === null ? '/' : `/teams/${member.teamId}` }
  })
}

function whyClosed(found: Awaited<ReturnType<typeof findInvitation>>, now: Date): ClosedInvitation | null {
  if (!found) return 'unknown'
  const { usedAt, endedAt, expiresAt } = found.invitation
  if (usedAt) return 'used'
  if (endedAt) return 'replaced'
  return expiresAt <= now ? 'expired' : null
}

const statusOf = (closed: ClosedInvitation): number => (closed === 'unknown' ? 404 : 410)

type ClosedInvitation = 'unknown' | 'used' | 'expired' | 'replaced'

/** What became of it, and whom to turn to. */
const REASONS: Record<ClosedInvitation, (admins: string) => string> = {
  unknown: (admins) =>
    `There is no such invitation; perhaps a part of the link is missing. Ask ${admins} for a new one.`,
  used: (admins) =>
    `This invitation has been used. If it was you, log in with your passkey; if it was not, tell ${admins} at once.`,
  expired: (admins) => `This invitation has expired. Ask ${admins} for a new one.`,
  replaced: (admins) =>
    `There is a newer invitation for you, so this one no longer works. Open the newest link, or ask ${admins} for another.`,
}

const closedSentence = (closed: ClosedInvitation, admins: readonly string[]): string =>
  REASONS[closed](admins.length > 0 ? listed(admins, 'or') : 'the admin of your league')

const closedPage = (closed: ClosedInvitation, admins: readonly string[]): Page =>
  sentencePage('Invitation', closedSentence(closed, admins), { href: '/auth/login', label: 'Log in' })

/** Who is invited to what, and the one button. */
const invitationPage = (
  member: AccountMember,
  league: string,
  link: string,
  /** Who else is logged in on this device. */
  other: string | null,
): Page => ({
  title: `Welcome, ${member.displayName}`,
  body: `<p>You are invited to <strong>${escaped(league)}</strong>${
    member.teamName === null ? '' : ` with the team <strong>${escaped(member.teamName)}</strong>`
  }.</p>
${
  other === null
    ? ''
    : `<p role="alert">On this device <strong>${escaped(other)}</strong> is logged in. If you go on, you take the invitation of <strong>${escaped(member.displayName)}</strong>, and are ${escaped(member.displayName)} from then on.</p>\n`
}<p>There is no password: your phone or computer keeps a passkey, which you use with your face, your finger or your code.</p>
${browserWarnings(link)}
${ALERT}
<form method="post" action="${escaped(new URL(link).pathname)}" data-passkey="make">
<button class="main">Create a passkey on this device</button>
</form>
${NO_SCRIPT}`,
  files: PASSKEY_SCRIPTS,
})
