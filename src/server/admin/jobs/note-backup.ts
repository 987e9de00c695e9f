import { BACKUP_WRITTEN } from '../../store/subjects/backup-notes.ts'
import { auditCommand } from './audit-command.ts'
import type { JobOf } from './job.ts'
import type { JobContext } from './job-context.ts'

/** Admins see in the app when a backup was last made, and where it was put. */
export async function noteBackup(
  { place, bytes }: JobOf<'note-backup'>,
  { database, clock }: JobContext,
): Promise<void> {
  await database.transaction((queries) =>
    auditCommand(queries, clock(), BACKUP_WRITTEN, { by: 'command', place, bytes }),
  )
}
