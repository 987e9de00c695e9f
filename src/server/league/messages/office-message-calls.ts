import type { FastifyInstance } from 'fastify'
import { getOfficeMessage, tellMembers } from '#contract/message'
import { checkMessage } from '#rules/league-message'
import { refusalError, unwrapOrThrow } from '../../http/answers/unwrap-or-throw.ts'
import type { Context } from '../../http/context.ts'
import { isOwner } from '../../http/identity.ts'
import { serve } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { lockLeague } from '../league.ts'
import { messageToAll } from '../records/sentences.ts'
import { latestMessage, officeMessage, tell } from './messages.ts'

export function registerOfficeMessage(app: FastifyInstance, context: Context): void {
  const { database, clock } = context

  serve(app, context, getOfficeMessage, { access: 'admin' }, () =>
    database.transaction((queries) => officeMessage(queries, clock().getTime())),
  )

  serveChange(
    app,
    context,
    tellMembers,
    { access: 'admin', lock: lockLeague, record: (_, __, body) => body && messageToAll(body.words) },
    async ({ queries, now, user, body: { words: text, after } }) => {
      const { words } = unwrapOrThrow(checkMessage(text))
      const before = await latestMessage(queries)
      // Another admin has sent the same already; a command sends it once more.
      if ((before?.words ?? '') === words && !isOwner(user)) return officeMessage(queries, now)
      if ((before?.id ?? null) !== after) throw refusalError('CHANGED_MEANWHILE')
      await tell(context, queries, { words, by: isOwner(user) ? null : user.name, memberId: user.memberId, now })
      return officeMessage(queries, now)
    },
  )
}
