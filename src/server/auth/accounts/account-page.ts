import { escaped, type Page } from '../../answers/page.ts'
import type { AccountMember, Passkey } from '../../store/subjects/accounts.ts'
import type { MemberLogin } from '../../store/subjects/identity.ts'
import { ALERT, NO_SCRIPT, PASSKEY_SCRIPTS } from './login-page.ts'

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

export function accountPage({ member, league, passkeys, logins, loginHash, timeZone }: Shown): Page {
  const format = new Intl.DateTimeFormat('en-CA', {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  })
  const when: When = (at) => `<time datetime="${at.toISOString()}">${escaped(format.format(at))}</time>`
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

/** What the form says back: whoever meant to keep another passkey is asked again. */
export const sureOf = ({ isLast }: Pick<Removal, 'isLast'>): string => (isLast ? 'last' : 'yes')

/** The member's other logins that were made with the passkey; they end with it. The one that asks stays. */
export const loginsWith = ({ passkey: { id }, logins, loginHash }: Removal): MemberLogin[] =>
  logins.filter(({ idHash, passkeyId }) => idHash !== loginHash && passkeyId === id)

/** What a removal means, before it is done. */
export function removalPage(removal: Removal): Page {
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
