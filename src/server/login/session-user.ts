import { createHmac } from 'node:crypto'
import type { Outsider, OutsiderReason } from '#contract/user'
import type { SessionUser } from '../http/context.ts'
import { bareRoles } from './claims.ts'
import type * as store from './store/identity.ts'
import type { Admission, SessionRow } from './store/identity.ts'

/** A login with its member. */
export type Found = NonNullable<Awaited<ReturnType<typeof store.findSession>>>

/**
 * Names the person to their own devices. A member's is the league's own number, which survives a new name, a new
 * provider and a restore; of anybody else only the provider knows, whose subject does not leave the server.
 */
const idOf = ({ session: { issuer, subject }, member }: Found, secret: string): string =>
  member
    ? `member-${member.id}`
    : `login-${createHmac('sha256', secret)
        .update(JSON.stringify([issuer, subject]))
        .digest('base64url')}`

export function sessionUser(
  found: Found,
  admission: store.Admission | null,
  secret: string,
  isTrusted: boolean,
): SessionUser {
  const { session, member } = found
  const roles = bareRoles([...(isTrusted ? session.roles : []), ...(member?.roles ?? [])])
  return {
    id: idOf(found, secret),
    name: member?.displayName ?? session.name,
    ...(member?.teamId ? { teamId: member.teamId } : {}),
    // The provider names admins among the members only.
    roles: member ? roles : roles.filter((role) => role !== 'admin'),
    ...(admission && !admission.guestsRead ? { outsider: outsiderOf(session, admission) } : {}),
    memberId: member?.id ?? null,
    subject: session.subject,
    login: session.idHash,
    isTrusted,
  }
}

/** For a person who is logged in and not a member: their account, why it matches no member, and whom to ask. */
function outsiderOf(
  session: Pick<SessionRow, 'account' | 'name' | 'emailState'>,
  { admins, isAddressTaken }: Admission,
): Outsider {
  return {
    account: session.account ?? session.name,
    reason: reasonOf(session.emailState, isAddressTaken),
    ask: [...admins],
  }
}

function reasonOf(state: SessionRow['emailState'], isAddressTaken: boolean): OutsiderReason {
  switch (state) {
    case 'none':
      return 'no-address'
    case 'unverified':
      return 'address-not-verified'
    case 'unsaid':
      return 'address-not-confirmed'
    case 'verified':
      return isAddressTaken ? 'address-of-another-account' : 'not-listed'
  }
}
