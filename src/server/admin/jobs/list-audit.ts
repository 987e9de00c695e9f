import { listRawRecords, listRecords, type RawRecord } from '../../records/list-records.ts'
import { auditChoices } from '../../store/subjects/audit-list.ts'
import { csvText } from './export-tables.ts'
import { anyLeague } from './file-of-job.ts'
import type { JobOf } from './job.ts'
import type { JobContext } from './job-context.ts'
import { sayWhenDone } from './say-when-done.ts'

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
export async function listAudit({ by, kind, day, csv }: JobOf<'audit'>, context: JobContext): Promise<void> {
  await sayWhenDone(context, async (queries, say) => {
    const { timeZone } = (await anyLeague(queries)).constants
    const filter = { ...(by !== null && { by }), ...(kind !== null && { kind }), ...(day !== null && { day }) }
    const asked = { filter, timeZone }
    if (csv) {
      const raw = await listRawRecords(queries, { ...asked, most: MOST_IN_FILE })
      return context.put('audit.csv', Buffer.from(auditCsv(raw)))
    }
    const entries = await listRecords(queries, { ...asked, most: MOST_LINES })
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
      const choices = await auditChoices(queries)
      say('There are no such records.')
      if (by !== null) say(`Something was done by: ${choices.by.join(', ') || 'no one yet'}`)
      if (kind !== null) say(`Kinds are: ${choices.kinds.join(', ') || 'none yet'}`)
      return
    }
    say(`Times are those of the league, ${timeZone}.`)
    if (entries.length === MOST_LINES) say(`These are the latest ${MOST_LINES}; --csv FILE has more.`)
  })
}
