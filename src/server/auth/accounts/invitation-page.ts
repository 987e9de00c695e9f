import { escaped, type Page, sentencePage } from '../../answers/page.ts'
import type { AccountMember } from '../../store/subjects/accounts.ts'
import { ALERT, inAppWarning, NO_SCRIPT, PASSKEY_SCRIPTS } from './login-page.ts'

export type ClosedInvitation = 'unknown' | 'used' | 'expired' | 'replaced'

const REASONS: Record<ClosedInvitation, string> = {
  unknown: 'There is no such invitation; perhaps a part of the link is missing.',
  used: 'This invitation has been used; if it was you, log in with your passkey.',
  expired: 'This invitation has expired.',
  replaced: 'There is a newer invitation for you, so this one no longer works.',
}

const listed = new Intl.ListFormat('en', { type: 'disjunction' })

export const closedSentence = (closed: ClosedInvitation, admins: readonly string[]): string =>
  `${REASONS[closed]} Ask ${admins.length > 0 ? listed.format(admins) : 'whoever runs your league'} for a new one.`

export const closedPage = (closed: ClosedInvitation, admins: readonly string[]): Page =>
  sentencePage('Invitation', closedSentence(closed, admins), { href: '/auth/login', label: 'Log in' })

/** Who is invited to what, and the one button. */
export const invitationPage = (member: AccountMember, league: string, link: string): Page => ({
  title: `Welcome, ${member.displayName}`,
  body: `<p>You are invited to <strong>${escaped(league)}</strong>${
    member.teamName === null ? '' : ` with the team <strong>${escaped(member.teamName)}</strong>`
  }.</p>
<p>There is no password: your phone or computer keeps a passkey, which you use with your face, your finger or your code.</p>
${inAppWarning(link)}
${ALERT}
<form method="post" action="${escaped(new URL(link).pathname)}" data-passkey="make">
<button class="main">Create a passkey on this device</button>
</form>
${NO_SCRIPT}`,
  files: PASSKEY_SCRIPTS,
})
