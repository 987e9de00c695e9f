import { escaped, type Page, sentencePage } from '../../answers/page.ts'
import type { AccountMember } from '../../store/subjects/accounts.ts'
import { ALERT, browserWarnings, NO_SCRIPT, PASSKEY_SCRIPTS } from './login-page.ts'

export type ClosedInvitation = 'unknown' | 'used' | 'expired' | 'replaced'

/** What became of it, and what to do, whoever it is that can help. */
const REASONS: Record<ClosedInvitation, (admins: string) => string> = {
  unknown: (admins) =>
    `There is no such invitation; perhaps a part of the link is missing. Ask ${admins} for a new one.`,
  used: (admins) =>
    `This invitation has been used. If it was you, log in with your passkey; if it was not, tell ${admins} at once.`,
  expired: (admins) => `This invitation has expired. Ask ${admins} for a new one.`,
  replaced: (admins) =>
    `There is a newer invitation for you, so this one no longer works. Open the newest link, or ask ${admins} for another.`,
}

const listed = new Intl.ListFormat('en', { type: 'disjunction' })

export const closedSentence = (closed: ClosedInvitation, admins: readonly string[]): string =>
  REASONS[closed](admins.length > 0 ? listed.format(admins) : 'the admin of your league')

export const closedPage = (closed: ClosedInvitation, admins: readonly string[]): Page =>
  sentencePage('Invitation', closedSentence(closed, admins), { href: '/auth/login', label: 'Log in' })

/** Who is invited to what, and the one button. */
export const invitationPage = (
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
