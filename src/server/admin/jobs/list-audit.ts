import { listRawRecords, listRecords, type RawRecord } from '../../records/list-records.ts'
import type { Queries } from '../../store/engine/database.ts'
import { type AuditQuestion, auditChoices } from '../../store/subjects/audit-list.ts'
import { csvText } from './export-tables.ts'
import { anyLeague } from './file-of-job.ts'
import type { JobOf } from './job.ts'
import type { JobContext } from './job-context.ts'

const COLUMNS = ['at', 'by', 'kind', 'action', 'sentence', 'reason', 'details'] as const

export const auditCsv = (entries: readonly RawRecord[]): string =>
  csvText(
    COLUMNS,
    entries.map((entry) => ({ ...entry })),
  )

/** More than a person reads, or a season has. */
export const MOST_IN_FILE = 20_000
const MOST_LINES = 500

/** Who changed what, the newest last, as a terminal shows it; or all of it as a table file. */
export async function listAudit(
  { by, kind, day, csv }: JobOf<'audit'>,
  { database, say, put }: JobContext,
): Promise<void> {
  const ask = <Found>(read: (queries: Queries, asked: Pick<AuditQuestion, 'filter' | 'timeZone'>) => Promise<Found>) =>
    database.transaction(async (queries) => {
      const { timeZone } = (await anyLeague(queries)).constants
      const choices = await auditChoices(queries)
      const filter = { ...(by !== null && { by }), ...(kind !== null && { kind }), ...(day !== null && { day }) }
      return { found: await read(queries, { filter, timeZone }), timeZone, choices }
    })
  if (csv) {
    const { found } = await ask((queries, asked) => listRawRecords(queries, { ...asked, most: MOST_IN_FILE }))
    return put('audit.csv', Buffer.from(auditCsv(found)))
  }
  const {
    found: entries,
    timeZone,
    choices,
  } = await ask((queries, asked) => listRecords(queries, { ...asked, most: MOST_LINES }))
  const format = new Intl.DateTimeFormat('en-CA', {
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone,
  })
  for (const { at, sentence, reason } of entries.toReversed()) {
    say(`${format.format(new Date(at))}  ${sentence}${reason ? ` Reason: ${reason}` : ''}`)
  }
  if (entries.length === 0) {
    say('There are no such records.')
    if (by !== null) say(`Something was done by: ${choices.by.join(', ') || 'nobody yet'}`)
    if (kind !== null) say(`Kinds are: ${choices.kinds.join(', ') || 'none yet'}`)
    return
  }
  say(`Times are those of the league, ${timeZone}.`)
  if (entries.length === MOST_LINES) say(`These are the latest ${MOST_LINES}; --csv FILE has more.`)
}
