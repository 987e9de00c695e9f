import type { FastifyInstance } from 'fastify'
import { getMessage, readMessage } from '#contract/message'
import { refusalError } from '../../http/answers/unwrap-or-throw.ts'
import type { Context } from '../../http/context.ts'
import { serve } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { markRead, unreadMessage } from './messages.ts'

export function registerMessage(app: FastifyInstance, context: Context): void {
  serve(app, context, getMessage, { access: 'member' }, async ({ user: { memberId } }) => ({
    // No one could find out whether a guest has read it.
    message:
      memberId === null ? null : await context.database.transaction((queries) => unreadMessage(queries, memberId)),
  }))

  serveChange(
    app,
    context,
    readMessage,
    { access: 'member', record: () => 'read the message to all members' },
    async ({ queries, now, user: { memberId }, params: { messageId } }) => {
      if (memberId === null) throw refusalError('FORBIDDEN')
      if (!(await markRead(queries, { messageId, memberId }, now))) throw refusalError('NOT_FOUND')
      return { message: await unreadMessage(queries, memberId) }
    },
  )
}
