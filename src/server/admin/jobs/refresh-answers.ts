import { auditCommand } from './audit-command.ts'
import { anyLeague } from './file-of-job.ts'
import type { JobContext } from './job-context.ts'

/** After something was changed in the database by hand: every process reads the league, its members and its answers again. */
export async function refreshAnswers({ database, clock, say }: JobContext): Promise<void> {
  await database.transaction(async (queries) => {
    await anyLeague(queries)
    await database.announce(queries, 'league', '')
    await database.announce(queries, 'session', '')
    await auditCommand(queries, clock(), 'refresh', {})
  })
  say('Every process reads the league again.')
}
