import { makeBackup } from '../../store/subjects/backup.ts'
import { findLeague } from '../../store/subjects/league.ts'
import { type JobContext, JobRefusal } from './job-context.ts'

/** The name under which a backup is handed over; the command writes it to the file it was given. */
export const BACKUP = 'backup'

export async function backUp({ database, clock, progress, put }: JobContext): Promise<void> {
  if (!(await database.transaction(findLeague))) throw new JobRefusal('There is no league to back up.')
  put(BACKUP, await makeBackup(database, clock(), progress))
}
