import { sql } from 'drizzle-orm'
import type { Queries } from '../engine/database.ts'
import { auditRecord, refusedChange } from '../tables/change-tables.ts'

/** Under these the audit has what was done otherwise than by a call of the contract. */
export const OTHER_RECORDS = [
  'accounts.useInvitation',
  'accounts.addPasskey',
  'accounts.renamePasskey',
  'accounts.removePasskey',
  'accounts.endLogin',
  'accounts.endAllLogins',
  'accounts.endAccount',
  'accounts.invite',
  'backup.write',
  'backup.download',
  'command.import',
  'command.publish',
  'command.startSeason',
  'command.takeOver',
  'command.undoSeason',
  'message.tell',
  'refresh',
] as const
export type OtherRecord = (typeof OTHER_RECORDS)[number]

/** The method of what was done without a person's request: by a command, by the server or by a pick list. */
export const BY_NO_PERSON = 'COMMAND'

export type AuditRecord = Omit<typeof auditRecord.$inferInsert, 'id'>

/** Together with the rest of the record less than 2 kB. */
const MOST_BYTES = 1_500
/** Characters of four bytes each at most, and room for the quotation marks inside. */
const CUT_CHARACTERS = 300

/** What was decided and done. */
export async function saveAudit(queries: Queries, { params, ...record }: AuditRecord): Promise<void> {
  await queries.insert(auditRecord).values({ ...record, params: cut(params) })
}

/** If it is too long, its numbers are kept, which say whom it is about, and the beginning of its JSON. */
function cut(params: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(params)
  if (Buffer.byteLength(text) <= MOST_BYTES) return params
  const numbers = Object.entries(params).filter(([, value]) => typeof value === 'number')
  return { ...Object.fromEntries(numbers), cut: [...text].slice(0, CUT_CHARACTERS).join('') }
}

export interface RefusedChange extends Pick<AuditRecord, 'subject' | 'call' | 'at'> {
  readonly code: string
}

/** A refusal changed nothing: it is only counted, by day. */
export async function countRefused(queries: Queries, { at, subject, call, code }: RefusedChange): Promise<void> {
  await queries
    .insert(refusedChange)
    .values({ day: at.toISOString().slice(0, 10), subject, call, code, times: 1, lastAt: at })
    .onConflictDoUpdate({
      target: [refusedChange.day, refusedChange.subject, refusedChange.call, refusedChange.code],
      set: { times: sql`${refusedChange.times} + 1`, lastAt: at },
    })
}
