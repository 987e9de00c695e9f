import type { FastifyInstance } from 'fastify'
import { getAudit, getAuditFile } from '#contract/office-records'
import { leagueDay } from '#rules/calendar'
import type { Context } from '../../http/context.ts'
import { serve } from '../../http/serve.ts'
import { auditCsv, listRawRecords, listRecords, MOST_IN_FILE } from '../../records/list-records.ts'
import { readOnly } from '../../store/engine/read-only.ts'
import { auditChoices } from '../../store/subjects/audit-list.ts'
import { currentLeague } from '../../store/subjects/league.ts'

const PAGE = 50

export function registerRecords(app: FastifyInstance, context: Context): void {
  const { database, clock, sentences } = context

  serve(app, context, getAudit, { access: 'admin' }, ({ query: { before, ...filter } }) =>
    readOnly(database, async (queries) => {
      const { timeZone } = (await currentLeague(queries)).constants
      const found = await listRecords(queries, sentences, { filter, timeZone, most: PAGE + 1, before })
      const entries = found.slice(0, PAGE)
      const last = entries.at(-1)
      return { entries, ...(found.length > PAGE && last && { next: last.id }), ...(await auditChoices(queries)) }
    }),
  )

  serve(app, context, getAuditFile, { access: 'admin', isFile: true }, ({ query: filter }) =>
    readOnly(database, async (queries) => {
      const { timeZone } = (await currentLeague(queries)).constants
      const entries = await listRawRecords(queries, sentences, { filter, timeZone, most: MOST_IN_FILE })
      return { name: `records-${leagueDay(clock().getTime(), timeZone)}.csv`, csv: auditCsv(entries) }
    }),
  )
}
