import { type SQL, sql } from 'drizzle-orm'
import type { AuditEntry, AuditFilter } from '#contract/office-records'
import { dayBounds } from '#rules/calendar'
import type { Queries } from '../engine/database.ts'

interface Row extends Record<string, unknown> {
  readonly id: number
  readonly at: Date | string
  readonly by: string
  readonly call: string
  readonly params: Record<string, unknown>
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
): Promise<AuditEntry[]> {
  const older = before === undefined ? sql`true` : sql`audit_record.id < ${before}`
  const { rows } = await queries.execute<Row>(sql`
    select audit_record.id::int as id, at, ${BY} as by, call, params ${FROM}
    where ${matching(filter, timeZone)} and ${older}
    order by audit_record.id desc limit ${most}::int`)
  const names = await namesIn(queries, rows)
  return rows.map(({ id, at, by, call, params }) => {
    const [kind = '', action = ''] = call.split('.')
    return { id, at: new Date(at).toISOString(), by, kind, action, details: detailsOf(params, names) }
  })
}

export async function auditChoices(queries: Queries): Promise<{ by: string[]; kinds: string[] }> {
  const { rows: people } = await queries.execute<{ by: string }>(sql`select distinct ${BY} as by ${FROM} order by 1`)
  const { rows: kinds } = await queries.execute<{ kind: string }>(
    sql`select distinct ${KIND} as kind from audit_record order by 1`,
  )
  return { by: people.map(({ by }) => by), kinds: kinds.map(({ kind }) => kind) }
}

/** What ids in the parameters of a call mean. */
const NAMED = {
  teamId: { table: 'team', word: 'team', name: 'short_name' },
  playerId: { table: 'player', word: 'player', name: `first_name || ' ' || last_name` },
  memberId: { table: 'member', word: 'member', name: 'display_name' },
} as const
type NamedId = keyof typeof NAMED

const isNamed = (key: string): key is NamedId => key in NAMED

type Names = ReadonlyMap<string, string>

async function namesIn(queries: Queries, rows: readonly Row[]): Promise<Names> {
  const names = new Map<string, string>()
  for (const [key, { table, name }] of Object.entries(NAMED)) {
    const ids = [...new Set(rows.flatMap(({ params }) => (Number.isInteger(params[key]) ? [Number(params[key])] : [])))]
    if (ids.length === 0) continue
    const { rows: found } = await queries.execute<{ id: number; name: string }>(
      sql`select id, ${sql.raw(name)} as name from ${sql.identifier(table)}
        where id in (${sql.join(
          ids.map((id) => sql`${id}`),
          sql`, `,
        )})`,
    )
    for (const each of found) names.set(`${key} ${each.id}`, each.name)
  }
  return names
}

/** Only says what the admin had seen before. */
const SEEN: readonly string[] = ['version', 'after']

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** `team RATS, player Rémi Touroux, scratch-status true`; of a body its fields. */
function detailsOf(params: Record<string, unknown>, names: Names): string {
  const { body, ...rest } = params
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : []
  const whole = body !== undefined && fields.length === 0 && textOf(body) !== '{}' ? [textOf(body)] : []
  const words = [...Object.entries(rest), ...fields]
    .filter(([key]) => !SEEN.includes(key))
    .map(([key, value]) => {
      const name = names.get(`${key} ${value}`)
      return isNamed(key) && name !== undefined ? `${NAMED[key].word} ${name}` : `${key} ${textOf(value)}`
    })
  return [...words, ...whole].join(', ')
}
