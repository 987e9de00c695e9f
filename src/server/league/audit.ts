import { inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type TSchema, Type } from 'typebox'
import type { Body, Call, Params, Query } from '#contract/call'
import type { AuditFilter } from '#contract/office-records'
import { dayBounds } from '#rules/calendar'
import type { Queries } from '../db/engine/database.ts'
import { timestampOf } from '../db/queries.ts'
import { member } from '../db/tables/identity-tables.ts'
import { auditRecord, player, team } from '../db/tables/tables.ts'
import { fits } from '../http/answers/validator.ts'
import { playerName } from './roster-entries.ts'

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

/** The subject of what a command did; no login has it. */
export const COMMAND = 'command'

export type AuditRecord = Omit<typeof auditRecord.$inferInsert, 'id'>

/** Together with the rest of the record less than 2 kB. */
const MOST_BYTES = 1_500
/** Characters of four bytes each at most, and room for the quotation marks inside. */
const CUT_CHARACTERS = 300

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

/** As they are called now. Who was removed has none, and neither has a team of a season whose start was undone. */
export interface AuditNames {
  /** The short ones. */
  readonly teams: ReadonlyMap<number, string>
  readonly players: ReadonlyMap<number, string>
  readonly members: ReadonlyMap<number, string>
}

/** Of what the numbers under these keys are ids, wherever in a record they are. */
const IDS: Readonly<Record<string, keyof AuditNames>> = {
  teamId: 'teams',
  retire: 'teams',
  playerId: 'players',
  scratch: 'players',
  dress: 'players',
  bought: 'players',
  sold: 'players',
  memberId: 'members',
  from: 'members',
}

type Ids = Readonly<Record<keyof AuditNames, Set<number>>>

function collect(value: unknown, key: string, ids: Ids): void {
  const kind = Object.hasOwn(IDS, key) ? IDS[key] : undefined
  if (Array.isArray(value)) for (const each of value) collect(each, key, ids)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) collect(inner, name, ids)
  else if (kind && Number.isInteger(value)) ids[kind].add(Number(value))
}

export async function namesIn(queries: Queries, records: readonly Record<string, unknown>[]): Promise<AuditNames> {
  const ids: Ids = { teams: new Set(), players: new Set(), members: new Set() }
  for (const record of records) collect(record, '', ids)
  const named = async (table: PgTable & { id: PgColumn }, name: PgColumn | SQL, of: ReadonlySet<number>) => {
    const rows = await queries
      .select({ id: sql<number>`${table.id}`, name: sql<string>`${name}` })
      .from(table)
      .where(inArray(table.id, [...of]))
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  return {
    teams: await named(team, team.shortName, ids.teams),
    players: await named(player, playerName, ids.players),
    members: await named(member, member.displayName, ids.members),
  }
}

export interface AuditRow extends Record<string, unknown> {
  readonly id: number
  readonly at: Date | string
  readonly by: string
  /** Not a command, the server or a pick list, whose names a person may have, too. */
  readonly isPerson: boolean
  readonly call: string
  readonly params: Readonly<Record<string, unknown>>
}

/**
 * As they are called now, or were when they were removed. A provider's admin who is not a member has only a subject.
 */
const BY = sql`coalesce(member.display_name, audit_record.name, audit_record.subject)`
const FROM = sql`from audit_record left join member on member.id = audit_record.member_id`
const KIND = sql`split_part(call, '.', 1)`

function matching({ by, kind, day }: AuditFilter, timeZone: string): SQL {
  const bounds = day === undefined ? null : dayBounds(day, timeZone)
  return sql.join(
    [
      sql`true`,
      ...(by === undefined ? [] : [sql`${BY} = ${by}`]),
      ...(kind === undefined ? [] : [sql`${KIND} = ${kind}`]),
      ...(bounds ? [sql`at >= ${timestampOf(bounds.from)} and at < ${timestampOf(bounds.until)}`] : []),
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

/** What a command has done beside, or instead of, the one change that a call records. */
export const auditCommand = (
  queries: Queries,
  at: Date,
  call: OtherRecord,
  params: Record<string, unknown>,
): Promise<void> => saveAudit(queries, { at, memberId: null, subject: COMMAND, method: BY_NO_PERSON, call, params })

/** What a record keeps of a request: fields of path and query, and those of the body under its name. */
export type Recorded = Readonly<Record<string, unknown>>

/** How the sentences call the people in a record. */
export interface Names {
  team(id: number): string
  player(id: number): string
  member(id: number): string
}

/** What was done, without who did it: 'scratched Rémi Touroux of RATS'. Null: the record does not say enough. */
export type Sentence = (recorded: Recorded, names: Names) => string | null
/** By the name under which the records have what was done. */
export type Sentences = Map<string, Sentence>

type Field<C extends Call> = C['record'] extends readonly (infer Name)[] ? Name : never
type Kept<Fields, C extends Call> = Pick<Fields, Extract<keyof Fields, Field<C>>>

/** The sentence of a call, from what its record keeps. The body is null in a record that was too long. */
export type SentenceOf<C extends Call> = (
  kept: Kept<Params<C> & Query<C>, C> & Recorded,
  names: Names,
  body: Kept<Body<C>, C> | null,
) => string | null

const fieldsKept = (schema: TSchema | undefined, { record = [] }: Call): TSchema =>
  Type.Object(
    Type.IsObject(schema)
      ? Object.fromEntries(Object.entries(schema.properties).filter(([name]) => record.includes(name)))
      : {},
  )

/** Reads a record of the call before its sentence is made. */
export function sentenceFor<C extends Call>(call: C, words: SentenceOf<C>): Sentence {
  const parts = [fieldsKept(call.params, call), fieldsKept(call.query, call)]
  const ofBody = fieldsKept(call.body, call)
  const isKept = (recorded: Recorded): recorded is Kept<Params<C> & Query<C>, C> & Recorded =>
    parts.every((schema) => fits(schema, recorded))
  return (recorded, names) => {
    if (!isKept(recorded)) return null
    return words(recorded, names, fits<Kept<Body<C>, C>>(ofBody, recorded.body) ? recorded.body : null)
  }
}

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
