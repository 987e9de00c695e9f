import { desc, inArray } from 'drizzle-orm'
import type { Backups } from '#contract/office-records'
import type { Queries } from '../engine/database.ts'
import { auditRecord } from '../tables/change-tables.ts'
import type { OtherRecord } from './audit.ts'

/** By the command, and from the office. */
export const BACKUP_WRITTEN = 'backup.write' satisfies OtherRecord
export const BACKUP_DOWNLOADED = 'backup.download' satisfies OtherRecord

const MOST_SHOWN = 10

/** Where backups lie, as far as anybody knows: a file may have been moved since. */
export async function latestBackups(queries: Queries): Promise<Backups['backups']> {
  const rows = await queries
    .select()
    .from(auditRecord)
    .where(inArray(auditRecord.call, [BACKUP_WRITTEN, BACKUP_DOWNLOADED]))
    .orderBy(desc(auditRecord.id))
    .limit(MOST_SHOWN)
  return rows.map(({ at, params: { by, place, bytes } }) => ({
    at: at.toISOString(),
    by: String(by),
    place: String(place),
    bytes: Number(bytes),
  }))
}
