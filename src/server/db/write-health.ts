import { sql } from 'drizzle-orm'
import type { Database } from './engine/database.ts'
import { DatabaseUnwritable, isDamage, OutcomeUnknown, sqlErrorOf } from './engine/database-errors.ts'

export interface WriteHealth {
  /** False from a failed write until one succeeds, and for good once a table could not be read. */
  isWell(): Promise<boolean>
}

/** Disk full, an error of reading or writing, a server that has become read-only, a file that may not be written. */
const UNWRITTEN = /^(53[012]00|58030|25006|42501)$/

/** Wraps the database and watches its reads and writes. A failed write is thrown as such. */
export function watchWrites(
  database: Database,
  log: { error(what: object, message: string): void; info(message: string): void },
): { database: Database; writes: WriteHealth } {
  let trouble: 'none' | 'unwritten' | 'damaged' = 'none'
  const watch = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      const code = sqlErrorOf(error)?.code ?? ''
      const isUnwritten = UNWRITTEN.test(code)
      if (trouble !== 'damaged' && isDamage(error)) {
        trouble = 'damaged'
        log.error({ code }, 'The database is damaged: stop the server and restore the last backup')
      } else if (trouble === 'none' && isUnwritten) {
        trouble = 'unwritten'
        log.error({ code }, 'The database could not be written: not ready until it can be')
      }
      throw isUnwritten && !(error instanceof OutcomeUnknown) ? new DatabaseUnwritable(error) : error
    }
  }
  const tryWriting = async (): Promise<boolean> => {
    try {
      await database.transaction((queries) => queries.execute(TRIAL))
    } catch {
      return false
    }
    if (trouble === 'unwritten') {
      trouble = 'none'
      log.info('The database can be written again')
    }
    return trouble === 'none'
  }
  let trying: Promise<boolean> | null = null
  return {
    database: {
      ...database,
      transaction: (work) => watch(database.transaction(work)),
      statement: (work) => watch(database.statement(work)),
    },
    writes: {
      isWell: async () => {
        if (trouble !== 'unwritten') return trouble === 'none'
        trying ??= tryWriting().finally(() => {
          trying = null
        })
        return trying
      },
    },
  }
}

/** Takes room on the disk, as a change may have to, and commits; leaves nothing behind. */
const TRIAL = sql`
  create temporary table written_on_trial on commit drop as
  select md5(n::text) as filler from generate_series(1, 5000) as n`
