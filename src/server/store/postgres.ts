import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { StartRefusal } from '../start-refusal.ts'
import type { Engine, Topic } from './database.ts'
import { oneTransaction } from './one-transaction.ts'
import { PostgresListener } from './postgres-listener.ts'

/** count(*) and other 64-bit numbers; the embedded engine answers numbers too, and none here outgrow 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Opens a PostgreSQL server, which several server processes may share. */
export async function openPostgres(url: string, log: { warn(what: object, message: string): void }): Promise<Engine> {
  const pool = new pg.Pool({ connectionString: url, max: 10, application_name: 'hockey-pool' })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) =>
    log.warn({ code: 'code' in error ? error.code : undefined }, 'A database connection broke'),
  )
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new StartRefusal(`The PostgreSQL server of DATABASE_URL does not answer or does not let us in${why}.`)
  }
  const queries = drizzle({ client: pool })
  const listener = new PostgresListener(
    () => new pg.Client({ connectionString: url, application_name: 'hockey-pool listen' }),
    log,
  )
  return {
    place: 'the PostgreSQL server of DATABASE_URL',
    transaction: (work) => oneTransaction(() => queries.transaction(work)),
    statement: (work) => oneTransaction(() => work(queries)),
    scripts: (work) => oneTransaction(() => scripts(pool, work)),
    announce: async (within, topic: Topic, payload) => {
      await within.execute(sql`select pg_notify(${topic}, ${payload})`)
    },
    listen: (topic, heard) => listener.listen(topic, heard),
    exclusively: (work) => exclusively(pool, work),
    check: async () => {
      await oneTransaction(() => queries.execute(sql`select 1`))
    },
    isAway: () => false,
    close: async () => {
      await listener.close()
      await pool.end()
    },
  }
}

async function scripts<T>(
  pool: pg.Pool,
  work: (run: (script: string) => Promise<unknown[]>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const answer = await work(async (script) => {
      const result: pg.QueryResult | pg.QueryResult[] = await client.query(script)
      return (Array.isArray(result) ? result.at(-1)?.rows : result.rows) ?? []
    })
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Any number, the same in every version. */
const WORK_LOCK = 19_950_103

/** The lock belongs to a connection that does nothing else, and is gone with it. */
async function exclusively(pool: pg.Pool, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect()
  let broken: Error | undefined
  const breaks = (error: Error) => {
    broken = error
  }
  client.on('error', breaks)
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [WORK_LOCK])
    if (rows[0]?.held !== true) return false
    try {
      await work()
    } finally {
      await client.query('select pg_advisory_unlock($1)', [WORK_LOCK]).catch(breaks)
    }
    return true
  } finally {
    client.off('error', breaks)
    client.release(broken)
  }
}
