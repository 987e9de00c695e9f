import { type SQL, sql } from 'drizzle-orm'
import type { AuditFilter } from '#contract/office-records'
import { dayBounds } from '#rules/calendar'
import type { Queries } from '../engine/database.ts'
import { BY_NO_PERSON } from './audit.ts'

export interface AuditRow extends Record<string, unknown> {
  readonly id: number
  readonly at: Date | string
  readonly by: string
  /** Not a command, the server or a pick list, whose names a person may have, too. */
  readonly isPerson: boolean
  readonly call: string
  readonly params: Readonly<Record<string, unknown>>
}

/** As they are called now, or were when they were removed. A provider's admin who is no member has only a subject. */
const BY = sql`coalesce(member.display_name, audit_record.name, audit_record.subject)`
const FROM = sql`from audit_record left join member on member.id = audit_record.member_id`
const KIND = sql`split_part(call, '.', 1)`

function matching({ by, kind, day }: AuditFilter, timeZone: string): SQL {
  const bounds = day === undefined ? null : dayBounds(day, timeZone)
  const at = (instant: number) => sql`${new Date(instant).toISOString()}::timestamptz`
  return sql.join(
    [
      sql`true`,
      ...(by === undefined ? [] : [sql`${BY} = ${by}`]),
      ...(kind === undefined ? [] : [sql`${KIND} = ${kind}`]),
      ...(bounds ? [sql`at >= ${at(bounds.from)} and at < ${at(bounds.until)}`] : []),
    ],
    sql` and `,
  )
}

export interface AuditQuestion {
  readonly filter: AuditFilter
  readonly timeZone: string
  readonly most: number
  /** Only older ones than this. */
  readonly before?: number | undefined
}

/** The newest first. */
export async function listAudit(
  queries: Queries,
  { filter, timeZone, most, before }: AuditQuestion,
): Promise<AuditRow[]> {
  const older = before === undefined ? sql`true` : sql`audit_record.id < ${before}`
  const { rows } = await queries.execute<AuditRow>(sql`
    select audit_record.id::int as id, at, ${BY} as by, method <> ${BY_NO_PERSON} as "isPerson", call, params ${FROM}
    where ${matching(filter, timeZone)} and ${older}
    order by audit_record.id desc limit ${most}::int`)
  return rows
}

export async function auditChoices(queries: Queries): Promise<{ by: string[]; kinds: string[] }> {
  const { rows: people } = await queries.execute<{ by: string }>(sql`select distinct ${BY} as by ${FROM} order by 1`)
  const { rows: kinds } = await queries.execute<{ kind: string }>(
    sql`select distinct ${KIND} as kind from audit_record order by 1`,
  )
  return { by: people.map(({ by }) => by), kinds: kinds.map(({ kind }) => kind) }
}
