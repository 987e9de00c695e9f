import type { FastifyInstance } from 'fastify'
import type { Context } from '../../http/context.ts'
import { registerBackup } from './backup.ts'
import { registerMembers } from './members.ts'
import { registerTelling } from './message.ts'
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
