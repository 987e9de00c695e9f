import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { sentencePage, showPage } from '../../answers/page.ts'
import { DatabaseUnavailable } from '../../store/engine/database-unavailable.ts'
import { demoMembers, findDemoMember } from '../../store/subjects/identity.ts'
import type { DemoParts } from './demo-provider.ts'
import { loginPage } from './pages.ts'

const LONGEST_FORM = 4_096

const over = sentencePage('Login failed', 'This login was begun elsewhere, or too long ago.', {
  href: '/auth/login',
  label: 'Log in again',
})

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk
    if (body.length > LONGEST_FORM) return new URLSearchParams()
  }
  return new URLSearchParams(body)
}

/** The step in which people choose who they are: GET shows the members, POST chooses one. */
export async function login(
  provider: Provider,
  { database }: DemoParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const interaction = await provider.interactionDetails(request, response).catch((error: unknown) => {
    if (error instanceof DatabaseUnavailable) throw error
    return null
  })
  const path = `/login/${interaction?.uid}`
  if (!interaction || request.url?.split('?')[0] !== path) return showPage(response, 400, over)
  if (request.method !== 'POST') {
    return showPage(response, 200, loginPage(`/idp${path}`, await database.transaction(demoMembers)))
  }
  const userName = (await readForm(request)).get('member') ?? ''
  const member = await database.transaction((queries) => findDemoMember(queries, userName))
  if (!member) return showPage(response, 400, over)
  await provider.interactionFinished(request, response, { login: { accountId: member.userName } })
}
