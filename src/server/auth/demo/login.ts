import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { sendPage } from '../../answers/page.ts'
import type { Database } from '../../store/engine/database.ts'
import { demoMembers, findDemoMember } from '../../store/subjects/identity.ts'
import type { Embedded } from '../embedded/embedded.ts'
import type { LoginKind } from '../embedded/embedded-provider.ts'
import { overPage } from '../embedded/login-pages.ts'
import { accountPage, loginPage } from './pages.ts'

export const demoKind: LoginKind = { findMember: findDemoMember, asksAlways: false }

const Chosen = Type.Object({ member: Type.String() })

type Addressed = { Params: { uid: string } }

/** The step in which people choose who they are: GET shows the members, POST chooses one. */
export function registerDemoLogin(app: FastifyInstance, embedded: Embedded, database: Database): void {
  app.get<Addressed>('/idp/login/:uid', { exposeHeadRoute: false }, async (request, reply) => {
    const { uid } = request.params
    if (!(await embedded.hasBegun(request, reply, uid))) return sendPage(reply, 400, overPage)
    return sendPage(reply, 200, loginPage(`/idp/login/${uid}`, await database.transaction(demoMembers)))
  })

  app.post<Addressed>('/idp/login/:uid', async (request, reply) => {
    if (!(await embedded.hasBegun(request, reply, request.params.uid))) return sendPage(reply, 400, overPage)
    const userName = Value.Check(Chosen, request.body) ? request.body.member : ''
    const member = await database.transaction((queries) => findDemoMember(queries, userName))
    if (!member) return sendPage(reply, 400, overPage)
    return reply.redirect(await embedded.finish(request, reply, member.userName), 303)
  })

  app.get('/idp/account', { exposeHeadRoute: false }, (_request, reply) => sendPage(reply, 200, accountPage))
}
