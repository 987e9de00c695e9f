import type { Outsider, OutsiderReason } from '#contract/user'
import type { Admission, SessionRow } from '../store/subjects/identity.ts'

/** What somebody is told who is logged in and no member: their account, why it fits nobody, and whom to ask. */
export function outsiderOf(
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
