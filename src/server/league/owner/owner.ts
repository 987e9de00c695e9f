import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/command'
import { BACKUP_WRITTEN } from '../../db/backup/backup.ts'
import type { Context } from '../../http/context.ts'
import { serveQuery } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { auditCommand } from '../audit.ts'
import { currentLeague, isOwnLeague } from '../league.ts'
import { playerNamed } from '../moving-in/player-names.ts'
import { startingCash } from '../moving-in/setup-league.ts'
import { allTeams } from '../teams.ts'
import { registerChangeSeason } from './change-season.ts'
import { registerExport } from './export-tables.ts'
import { registerImport } from './import-statistics.ts'
import { registerMakeLeague } from './make-league.ts'
import { registerMembersOfFile } from './members-of-file.ts'
import { registerTakeHistory } from './take-history.ts'

/** What only the owner of the machine may do. `stopping` ends long calls after their present step. */
export function registerOwner(app: FastifyInstance, context: Context, stopping: AbortSignal): void {
  const { database } = context

  const admin = { access: 'admin', isSnapshot: true } as const

  serveQuery(app, context, contract.getLeague, admin, async (queries) => {
    const league = await currentLeague(queries)
    const { seasonId, constants } = league
    const cash = await startingCash(queries, seasonId)
    const teams = (await allTeams(queries)).map((team) => ({ ...team, cashCents: cash.get(team.id) ?? null }))
    return { seasonId, timeZone: constants.timeZone, isOwn: isOwnLeague(league), teams }
  })

  serveQuery(app, context, contract.findPlayer, admin, async (queries, { query: { text } }) => ({
    id: await playerNamed(queries, text),
  }))

  serveChange(app, context, contract.refresh, {
    access: 'admin',
    record: () => 'had every process read the league again',
    handle: async ({ queries }) => {
      await currentLeague(queries)
      await database.announce(queries, 'league', '')
      await database.announce(queries, 'session', '')
      return null
    },
  })

  // Admins see in the app when a backup was last made, and where it was put.
  serveQuery(app, context, contract.noteBackup, { access: 'admin' }, async (queries, { body }) => {
    await auditCommand(queries, context.clock(), BACKUP_WRITTEN, { by: 'command', ...body })
    return null
  })

  registerMakeLeague(app, context)
  registerMembersOfFile(app, context)
  registerChangeSeason(app, context, stopping)
  registerTakeHistory(app, context)
  registerImport(app, context, stopping)
  registerExport(app, context)
}
