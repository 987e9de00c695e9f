import type { FastifyInstance } from 'fastify'
import { sendPage, sentencePage } from '../../answers/page.ts'
import { whyNoPasskeys } from '../../settings/login.ts'
import { registerAccount } from './account.ts'
import { registerInvitations } from './invitation.ts'
import { registerPasskeyLogin } from './login.ts'
import type { AccountsParts } from './parts.ts'

/** The pages of a league whose members log in with passkeys, under `/idp`. */
export function registerAccounts(app: FastifyInstance, parts: AccountsParts): void {
  const without = whyNoPasskeys(parts.publicUrl.origin)
  if (without !== null) {
    const page = sentencePage('Login is not available', `${without} Please let the person who runs this server know.`, {
      href: '/',
      label: 'Back to Hockey Pool',
    })
    for (const url of ['/idp/login/*', '/idp/invitation/*', '/idp/account'])
      app.get(url, (_request, reply) => sendPage(reply, 503, page))
    return
  }
  registerPasskeyLogin(app, parts)
  registerInvitations(app, parts)
  registerAccount(app, parts)
}
