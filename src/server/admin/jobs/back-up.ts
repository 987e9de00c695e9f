import { makeBackup } from '../../store/subjects/backup.ts'
import { findLeague } from '../../store/subjects/league.ts'
import { type JobContext, JobRefusal } from './job-context.ts'

/** The name under which the bytes of a backup are handed over; the command writes them to the file it was given. */
export const BACKUP = 'backup'

export async function backUp({ database, clock, progress, put }: JobContext): Promise<void> {
  if (!(await database.transaction(findLeague))) throw new JobRefusal('There is no league to back up.')
  put(BACKUP, await makeBackup(database, clock(), progress))
}
