import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Database } from '../../db/engine/database.ts'
import { escaped, type Page, sendPage } from '../../http/answers/page.ts'
import { type BegunLogins, overPage } from '../cookies/begun-logins.ts'
import { type DemoMember, demoMembers, findDemoMember } from '../store/identity.ts'

const Chosen = Type.Object({ member: Type.String() })

type Addressed = { Params: { uid: string } }

export interface DemoLoginParts {
  readonly begun: BegunLogins
  readonly database: Database
  logIn(request: FastifyRequest, reply: FastifyReply, member: { userName: string; displayName: string }): Promise<void>
}

/** The step in which people choose who they are: GET shows the members, POST chooses one. */
export function registerDemoLogin(app: FastifyInstance, { begun, database, logIn }: DemoLoginParts): void {
  app.get<Addressed>('/idp/login/:uid', { exposeHeadRoute: false }, async (request, reply) => {
    const { uid } = request.params
    if (begun.find(request, uid) === null) return sendPage(reply, 400, overPage)
    return sendPage(reply, 200, loginPage(`/idp/login/${uid}`, await database.transaction(demoMembers)))
  })

  app.post<Addressed>('/idp/login/:uid', async (request, reply) => {
    const { uid } = request.params
    const returnTo = begun.find(request, uid)
    if (returnTo === null) return sendPage(reply, 400, overPage)
    const userName = Value.Check(Chosen, request.body) ? request.body.member : ''
    const member = await database.transaction((queries) => findDemoMember(queries, userName))
    if (!member) return sendPage(reply, 400, overPage)
    await logIn(request, reply, member)
    begun.end(request, reply, uid)
    return reply.redirect(returnTo, 303)
  })

  app.get('/idp/account', { exposeHeadRoute: false }, (_request, reply) => sendPage(reply, 200, accountPage))
}

/** The text of a button after the user name: the display name where it differs, and the team. */
const describe = ({ userName, displayName, teamName }: DemoMember): string =>
  [displayName.toLowerCase() === userName.toLowerCase() ? null : displayName, teamName ?? 'no team']
    .filter((part) => part !== null)
    .join(', ')

const button = (member: DemoMember): string =>
  `<button name="member" value="${escaped(member.userName)}"><strong>${escaped(member.userName)}</strong>` +
  ` <span>— ${escaped(describe(member))}</span></button>`

const loginPage = (action: string, members: readonly DemoMember[]): Page => ({
  title: 'Hockey Pool demo login',
  body: [
    members.length > 0
      ? '<p>Choose who you want to be. This is a demo: there are no passwords.</p>'
      : '<p>The demo league has no members yet. Please try again in a moment.</p>',
    `<form method="post" action="${escaped(action)}">`,
    ...members.map(button),
    '</form>',
  ].join('\n'),
})

const accountPage: Page = {
  title: 'Demo account',
  body: '<p>This is a demo account. There is no password to change.</p>\n<a href="/">Back to Hockey Pool</a>',
}
