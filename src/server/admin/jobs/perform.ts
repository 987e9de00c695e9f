import { ClockBehind } from '../../store/subjects/publish.ts'
import { backUp } from './back-up.ts'
import { changeSeason } from './change-season.ts'
import { exportTables } from './export-tables.ts'
import { importStatistics } from './import-statistics.ts'
import type { Job } from './job.ts'
import { JobRefusal, type Workplace } from './job-context.ts'
import { listTeams } from './list-teams.ts'
import { makeLeague } from './make-league.ts'
import { membersOfFile } from './members-of-file.ts'
import { publishUpdate } from './publish-update.ts'

export async function perform(job: Job, workplace: Workplace): Promise<void> {
  try {
    await performed(job, workplace)
  } catch (error) {
    if (error instanceof ClockBehind) throw new JobRefusal(error.message)
    throw error
  }
}

async function performed(job: Job, workplace: Workplace): Promise<void> {
  switch (job.do) {
    case 'init':
      return makeLeague(job, workplace)
    case 'members':
      return membersOfFile(job, workplace)
    case 'season':
      return changeSeason(job, workplace)
    case 'teams':
      return listTeams(workplace)
    case 'import':
      return importStatistics(job, workplace)
    case 'publish':
      return publishUpdate(job, workplace)
    case 'backup':
      return backUp(workplace)
    case 'export':
      return exportTables(workplace)
  }
}
