import { auditRecord } from './change-tables.ts'
import type { Queries } from './database.ts'

export type AuditRecord = Omit<typeof auditRecord.$inferInsert, 'id'>

export async function saveAudit(queries: Queries, record: AuditRecord): Promise<void> {
  await queries.insert(auditRecord).values(record)
}
