import { useQueryClient } from '@tanstack/react-query'
import type { Outsider, OutsiderReason } from '#contract/user'
import { listed } from '#rules/words'
import { currentUser } from '../../data/user.ts'
import { PlainButton } from '../../ui/buttons.tsx'
import { leave } from './log-out-question.tsx'
import { LOGOUT_HREF } from './navigation.ts'

const NOT_LISTED = 'Neither this account nor its address is on the list of members.'

const reasons: Record<OutsiderReason, string> = {
  'not-listed': NOT_LISTED,
  'no-address':
    'The login service gives no e-mail address for this account, and the account itself is not on the list of members.',
  'address-not-verified':
    'The login service has not verified your e-mail address yet. Verify it there, then log in again.',
  'address-not-confirmed':
    'The login service does not say whether your e-mail address has been verified, so it does not count here.',
  'address-of-another-account':
    'A member has this e-mail address, but another account. Log out, and log in with that one.',
}

const isReason = (reason: string): reason is OutsiderReason => reason in reasons

/** Instead of every page: the account seen, why it fits no member, and who can change that. */
export function OutsiderPage({ outsider: { account, reason, ask } }: { readonly outsider: Outsider }) {
  const client = useQueryClient()
  return (
    <div className="page">
      <h1 tabIndex={-1}>Members only</h1>
      <p className="page-text">
        You are logged in as <strong>{account}</strong>, which isn't a member of this league.
      </p>
      <p className="page-text">{isReason(reason) ? reasons[reason] : NOT_LISTED}</p>
      <p className="page-text">
        {ask.length > 0 ? `Ask ${listed(ask, 'or')} to add you.` : "Ask the league's admin to add you."}
      </p>
      <div className="buttons">
        <a
          className="button"
          href={LOGOUT_HREF}
          onClick={(event) => {
            event.preventDefault()
            void leave(client)
          }}
        >
          Log out
        </a>
        <PlainButton onClick={() => void client.invalidateQueries({ queryKey: currentUser().queryKey })}>
          Try again
        </PlainButton>
      </div>
    </div>
  )
}
