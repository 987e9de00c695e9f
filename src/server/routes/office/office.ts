import type { FastifyInstance } from 'fastify'
import { getOfficeMessage, tellMembers } from '#contract/message'
import { checkMessage } from '#rules/league-message'
import { isOwner } from '../../auth/owner.ts'
import type { Context } from '../../http/context.ts'
import { serve } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { refusalError, unwrapOrThrow } from '../../http/unwrap-or-throw.ts'
import { messageToAll } from '../../records/sentences.ts'
import { lockLeague } from '../../store/subjects/league.ts'
import { latestMessage, officeMessage, tell } from '../../store/subjects/messages.ts'
import { registerBackup } from './backup.ts'
import { registerMembers } from './members.ts'
import { registerNextSeason } from './next-season.ts'
import { registerRecords } from './records.ts'
import { registerSeason } from './season.ts'
import { registerStatistics } from './statistics.ts'
import { registerTeams } from './teams.ts'

/** What an admin does without a shell: the same rules and jobs as the commands. */
export function registerOffice(app: FastifyInstance, context: Context): void {
  registerMembers(app, context)
  registerTeams(app, context)
  registerTelling(app, context)
  registerStatistics(app, context)
  registerSeason(app, context)
  registerNextSeason(app, context)
  registerRecords(app, context)
  registerBackup(app, context)
}

function registerTelling(app: FastifyInstance, context: Context): void {
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
