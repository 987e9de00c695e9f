import { escaped, type Page } from '../../answers/page.ts'
import type { Passkey } from '../../store/subjects/accounts.ts'
import type { MemberLogin } from '../../store/subjects/identity.ts'
import { ALERT, NO_SCRIPT, PASSKEY_SCRIPTS } from './login-page.ts'

interface Shown {
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

const passkeyItem = (passkey: Passkey, when: When): string => `<li>
<p><strong>${escaped(passkey.name)}</strong><br>Made ${when(passkey.madeAt)}, ${
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

export function accountPage({ passkeys, logins, loginHash, timeZone }: Shown): Page {
  const format = new Intl.DateTimeFormat('en-CA', {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  })
  const when: When = (at) => escaped(format.format(at))
  return {
    title: 'Your account',
    body: `${ALERT}
<h2>Passkeys</h2>
${passkeys.length === 0 ? '<p>You have none. Add one now, or you will need a new invitation to log in again.</p>' : ''}
<ul>${passkeys.map((passkey) => passkeyItem(passkey, when)).join('\n')}</ul>
<form method="post" action="/idp/account/passkeys" data-passkey="make"><button class="main">Add a passkey</button></form>
<p>For a device that is not here, choose “another device” when you are asked, and scan the code with it.</p>
<h2>Where you are logged in</h2>
<ul>${logins.map((login) => loginItem(login, login.idHash === loginHash, when)).join('\n')}</ul>
${form('/logins/end-all', {}, 'Log out everywhere')}
${NO_SCRIPT}
<a class="quiet" href="/">Back to Hockey Pool</a>`,
    files: PASSKEY_SCRIPTS,
  }
}

export const lastPasskeyPage = (id: string): Page => ({
  title: 'Remove your last passkey?',
  body: `<p>It is the only one you have. Once you are logged out you will need a new invitation to get in again.</p>
${form('/passkeys/remove', { id, sure: 'yes' }, 'Remove it anyway')}
<a class="quiet" href="/idp/account">Keep it</a>`,
})
