import type { FastifyInstance } from 'fastify'
import { type AuditEntry, getAudit, getAuditFile } from '#contract/office-records'
import { leagueDay } from '#rules/calendar'
import type { Queries } from '../../db/engine/database.ts'
import type { Context } from '../../http/context.ts'
import { serveQuery } from '../../http/serve.ts'
import {
  type AuditNames,
  type AuditQuestion,
  type AuditRow,
  auditChoices,
  listAudit,
  namesIn,
  type Sentences,
} from '../audit.ts'
import { currentLeague } from '../league.ts'
import { csvText } from './exports.ts'
import { namesFor, reasonOf, sentenceOf } from './sentences.ts'

const PAGE = 50

export function registerRecords(app: FastifyInstance, context: Context): void {
  const { clock, sentences } = context
  const admin = { access: 'admin', isSnapshot: true } as const

  serveQuery(app, context, getAudit, admin, async (queries, { query: { before, ...filter } }) => {
    const { timeZone } = (await currentLeague(queries)).constants
    const found = await listRecords(queries, sentences, { filter, timeZone, most: PAGE + 1, before })
    const entries = found
      .slice(0, PAGE)
      .map(({ details: _, reason, ...entry }) => ({ ...entry, ...(reason !== null && { reason }) }))
    const last = entries.at(-1)
    return { entries, ...(found.length > PAGE && last && { next: last.id }), ...(await auditChoices(queries)) }
  })

  serveQuery(app, context, getAuditFile, { ...admin, isFile: true }, async (queries, { query: filter }) => {
    const { timeZone } = (await currentLeague(queries)).constants
    const entries = await listRecords(queries, sentences, { filter, timeZone, most: MOST_IN_FILE })
    return { name: `records-${leagueDay(clock().getTime(), timeZone)}.csv`, csv: auditCsv(entries) }
  })
}

interface RecordRow extends Omit<AuditEntry, 'reason'> {
  readonly reason: string | null
  /** The request, word by word: a table file has it. */
  readonly details: string
}

/** The newest first, each as a sentence. */
async function listRecords(queries: Queries, sentences: Sentences, question: AuditQuestion): Promise<RecordRow[]> {
  const rows = await listAudit(queries, question)
  const names = await namesIn(
    queries,
    rows.map(({ params }) => params),
  )
  const shownNames = namesFor(names)
  return rows.map((row) => {
    const { id, at, by, call, params } = row
    const [kind = '', action = ''] = call.split('.')
    return {
      id,
      at: new Date(at).toISOString(),
      by,
      kind,
      action,
      sentence: sentenceOf(row, shownNames, sentences),
      reason: reasonOf(row),
      details: detailsOf(params, names),
    }
  })
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
const MOST_IN_FILE = 20_000

const auditCsv = (entries: readonly RecordRow[]): string =>
  csvText(
    COLUMNS,
    entries.map((entry) => ({ ...entry })),
  )
