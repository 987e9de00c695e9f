import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { sendPage } from '../../answers/page.ts'
import type { Database } from '../../store/engine/database.ts'
import { demoMembers, findDemoMember } from '../../store/subjects/identity.ts'
import { type BegunLogins, overPage } from '../cookies/begun-logins.ts'
import { accountPage, loginPage } from './pages.ts'

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
