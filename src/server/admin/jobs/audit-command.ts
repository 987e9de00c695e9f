import type { Queries } from '../../store/engine/database.ts'
import { type OtherRecord, saveAudit } from '../../store/subjects/audit.ts'

/** What whoever runs the server has done. */
export const auditCommand = (
  queries: Queries,
  at: Date,
  call: OtherRecord | 'corrections.makeCorrection' | 'draft-room.takeBackPick',
  params: Record<string, unknown>,
): Promise<void> => saveAudit(queries, { at, memberId: null, subject: 'command', method: 'COMMAND', call, params })
