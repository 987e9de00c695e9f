import { errorSentences } from '#contract/errors'
import { isForeignKeyViolation, violatedIndex } from '../../store/engine/sql-error.ts'
import { ClockBehind } from '../../store/subjects/publish.ts'
import { onTeamNameTaken } from '../../store/subjects/teams.ts'
import { backUp } from './back-up.ts'
import { changeSeason } from './change-season.ts'
import { correctLeague } from './correct-league.ts'
import { exportTables } from './export-tables.ts'
import { importStatistics } from './import-statistics.ts'
import { inviteMember } from './invite-member.ts'
import type { Job } from './job.ts'
import { type JobContext, JobRefusal } from './job-context.ts'
import { listAudit } from './list-audit.ts'
import { listSessions } from './list-sessions.ts'
import { listTeams } from './list-teams.ts'
import { makeLeague } from './make-league.ts'
import { membersOfFile } from './members-of-file.ts'
import { noteBackup } from './note-backup.ts'
import { publishUpdate } from './publish-update.ts'
import { refreshAnswers } from './refresh-answers.ts'
import { renameByCommand } from './rename-team.ts'
import { takeBack } from './take-back.ts'
import { takeHistory } from './take-history.ts'
import { tellMembers } from './tell-members.ts'
import { undoSeason } from './undo-season.ts'

export async function perform(job: Job, context: JobContext): Promise<void> {
  try {
    await performed(job, context)
  } catch (error) {
    if (error instanceof ClockBehind) throw new JobRefusal(error.message)
    if (Object.hasOwn(onTeamNameTaken, violatedIndex(error) ?? '')) throw new JobRefusal(errorSentences.NAME_TAKEN)
    if (isForeignKeyViolation(error)) throw new JobRefusal(errorSentences.CHANGED_MEANWHILE)
    throw error
  }
}

async function performed(job: Job, context: JobContext): Promise<void> {
  switch (job.do) {
    case 'init':
      return makeLeague(job, context)
    case 'members':
      return membersOfFile(job, context)
    case 'season':
      return changeSeason(job, context)
    case 'undo-season':
      return undoSeason(job, context)
    case 'history':
      return takeHistory(job, context)
    case 'teams':
      return listTeams(context)
    case 'invite':
      return inviteMember(job, context)
    case 'sessions':
      return listSessions(job, context)
    case 'import':
      return importStatistics(job, context)
    case 'publish':
      return publishUpdate(job, context)
    case 'refresh':
      return refreshAnswers(context)
    case 'tell':
      return tellMembers(job, context)
    case 'correct':
      return correctLeague(job, context)
    case 'rename':
      return renameByCommand(job, context)
    case 'take-back':
      return takeBack(job, context)
    case 'note-backup':
      return noteBackup(job, context)
    case 'audit':
      return listAudit(job, context)
    case 'backup':
      return backUp(context)
    case 'export':
      return exportTables(job, context)
  }
}
