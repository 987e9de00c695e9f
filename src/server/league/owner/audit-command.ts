import type { Queries } from '../../db/engine/database.ts'
import { OWNER } from '../../http/context.ts'
import { BY_NO_PERSON, type OtherRecord, saveAudit } from '../audit.ts'

/** What a command has done beside, or instead of, the one change that a call records. */
export const auditCommand = (
  queries: Queries,
  at: Date,
  call: OtherRecord,
  params: Record<string, unknown>,
): Promise<void> =>
  saveAudit(queries, { at, memberId: null, subject: OWNER.subject, method: BY_NO_PERSON, call, params })
