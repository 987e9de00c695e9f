import type { AuditEntry } from '#contract/office-records'
import type { Queries } from '../store/engine/database.ts'
import { type AuditQuestion, type AuditRow, listAudit } from '../store/subjects/audit-list.ts'
import { type AuditNames, namesIn } from '../store/subjects/audit-names.ts'
import { csvText } from './csv-text.ts'
import type { Sentences } from './record.ts'
import { namesFor, reasonOf, sentenceOf } from './sentences.ts'

/** As a table file has it: what was asked, word by word. */
export interface RawRecord extends Pick<AuditEntry, 'at' | 'by' | 'kind' | 'action' | 'sentence'> {
  readonly reason: string | null
  readonly details: string
}

const headOf = ({ at, by, call }: AuditRow) => {
  const [kind = '', action = ''] = call.split('.')
  return { at: new Date(at).toISOString(), by, kind, action }
}

/** The newest first, each as a sentence. */
export async function listRecords(
  queries: Queries,
  sentences: Sentences,
  question: AuditQuestion,
): Promise<AuditEntry[]> {
  const rows = await listAudit(queries, question)
  const names = namesFor(
    await namesIn(
      queries,
      rows.map(({ params }) => params),
    ),
  )
  return rows.map((row) => {
    const reason = reasonOf(row)
    return {
      id: row.id,
      ...headOf(row),
      sentence: sentenceOf(row, names, sentences),
      ...(reason !== null && { reason }),
    }
  })
}

export async function listRawRecords(
  queries: Queries,
  sentences: Sentences,
  question: AuditQuestion,
): Promise<RawRecord[]> {
  const rows = await listAudit(queries, question)
  const names = await namesIn(
    queries,
    rows.map(({ params }) => params),
  )
  const told = namesFor(names)
  return rows.map((row) => ({
    ...headOf(row),
    sentence: sentenceOf(row, told, sentences),
    reason: reasonOf(row),
    details: detailsOf(row.params, names),
  }))
}

const NAMED = [
  ['teamId', 'team', 'teams'],
  ['playerId', 'player', 'players'],
  ['memberId', 'member', 'members'],
] as const satisfies readonly (readonly [string, string, keyof AuditNames])[]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** `team RATS, player Rémi Touroux, scratch-status true`; of a body its fields. */
const detailsOf = ({ body, ...rest }: AuditRow['params'], names: AuditNames): string =>
  [...Object.entries(rest), ...Object.entries(body ?? {})]
    .map(([key, value]) => {
      const [, word, kind] = NAMED.find(([name]) => name === key) ?? []
      const name = kind && names[kind].get(Number(value))
      return name === undefined ? `${key} ${textOf(value)}` : `${word} ${name}`
    })
    .join(', ')

const COLUMNS = ['at', 'by', 'kind', 'action', 'sentence', 'reason', 'details'] as const

/** More than a season has. */
export const MOST_IN_FILE = 20_000

export const auditCsv = (entries: readonly RawRecord[]): string =>
  csvText(
    COLUMNS,
    entries.map((entry) => ({ ...entry })),
  )
