import type { FastifyInstance } from 'fastify'
import { getMessage, getOfficeMessage, readMessage, tellMembers } from '#contract/message'
import { checkMessage } from '#rules/members'
import { refusalError, unwrapOrThrow } from '../../http/answers/http-error.ts'
import { type Context, isOwner } from '../../http/context.ts'
import { serve, serveQuery } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { lockLeague } from '../league.ts'
import { messageToAll } from '../records/sentences.ts'
import { latestMessage, markRead, officeMessage, tell, unreadMessage } from './messages.ts'

export function registerMessage(app: FastifyInstance, context: Context): void {
  serve(app, context, getMessage, { access: 'member' }, async ({ user: { memberId } }) => ({
    // No one could find out whether a guest has read it.
    message:
      memberId === null ? null : await context.database.transaction((queries) => unreadMessage(queries, memberId)),
  }))

  serveChange(app, context, readMessage, {
    access: 'member',
    record: () => 'read the message to all members',
    handle: async ({ queries, now, user: { memberId }, params: { messageId } }) => {
      if (memberId === null) throw refusalError('FORBIDDEN')
      if (!(await markRead(queries, { messageId, memberId }, now))) throw refusalError('NOT_FOUND')
      return { message: await unreadMessage(queries, memberId) }
    },
  })
}

export function registerOfficeMessage(app: FastifyInstance, context: Context): void {
  serveQuery(app, context, getOfficeMessage, { access: 'admin' }, (queries) =>
    officeMessage(queries, context.clock().getTime()),
  )

  serveChange(app, context, tellMembers, {
    access: 'admin',
    lock: lockLeague,
    record: (_, __, body) => body && messageToAll(body.words),
    handle: async ({ queries, now, user, body: { words: text, after } }) => {
      const { words } = unwrapOrThrow(checkMessage(text))
      const before = await latestMessage(queries)
      // Another admin has sent the same already; a command sends it once more.
      if ((before?.words ?? '') === words && !isOwner(user)) return officeMessage(queries, now)
      if ((before?.id ?? null) !== after) throw refusalError('CHANGED_MEANWHILE')
      await tell(context, queries, { words, by: isOwner(user) ? null : user.name, memberId: user.memberId, now })
      return officeMessage(queries, now)
    },
  })
}
