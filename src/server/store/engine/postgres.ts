import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { StartRefusal } from '../../settings/start-refusal.ts'
import type { Engine, Queries, Topic, WorkKind } from './database.ts'
import { DatabaseUnavailable, OutcomeUnknown } from './database-unavailable.ts'
import { oneTransaction } from './one-transaction.ts'
import { PostgresConnections, type Purpose } from './postgres-connections.ts'
import { PostgresListener } from './postgres-listener.ts'

/** count(*) and other 64-bit numbers; the embedded engine answers numbers too, and none here outgrow 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** For closing in an orderly way; then connections are broken. */
const CLOSE_LIMIT_MS = 3_000

/** Opens a PostgreSQL server, which several server processes may share. */
export async function openPostgres(
  url: string,
  log: { warn(what: object, message: string): void },
  purpose: Purpose = 'serving',
): Promise<Engine> {
  const connections = new PostgresConnections(url, purpose)
  try {
    await connections.lendOwn((client) => client.query('select 1'))
  } catch (error) {
    await connections.close()
    throw startRefusal(url, error instanceof DatabaseUnavailable ? error.cause : error)
  }
  const listener = new PostgresListener(connections, log)
  const statement = <T>(work: (queries: Queries) => Promise<T>) =>
    oneTransaction(() => connections.lend((client) => work(queriesOf(client))))
  return {
    place: 'the PostgreSQL server of DATABASE_URL',
    transaction: (work) => oneTransaction(() => transaction(connections, work)),
    statement,
    scripts: (work) => oneTransaction(() => connections.lendOwn((client) => scripts(client, work))),
    announce: async (within, topic: Topic, payload) => {
      await within.execute(sql`select pg_notify(${topic}, ${payload})`)
    },
    listen: (topic, heard) => listener.listen(topic, heard),
    exclusively: (work, kind = 'imports') =>
      connections.lend((client, spoil) => exclusively(client, spoil, WORK_LOCKS[kind], work)),
    check: async () => {
      await connections.lend((client) => client.query('select 1'))
    },
    dataDir: null,
    isAway: () => connections.isAway,
    close: async () => {
      const limit = setTimeout(() => connections.cut(), CLOSE_LIMIT_MS)
      await Promise.all([listener.close(), connections.close()])
      clearTimeout(limit)
    },
  }
}

function startRefusal(url: string, error: unknown): StartRefusal {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === '3D000') {
    const name = new pg.Client(url).database ?? ''
    return new StartRefusal(
      `The PostgreSQL server of DATABASE_URL has no database "${name}"; make an empty one first: createdb ${name}`,
    )
  }
  return new StartRefusal(
    `The PostgreSQL server of DATABASE_URL does not answer or does not let us in${code === null ? '' : ` (${code})`}.`,
  )
}

/** Making one takes longer than a small query. */
const made = new WeakMap<pg.PoolClient, Queries>()

function queriesOf(client: pg.PoolClient): Queries {
  const known = made.get(client) ?? drizzle({ client })
  made.set(client, known)
  return known
}

async function transaction<T>(connections: PostgresConnections, work: (queries: Queries) => Promise<T>): Promise<T> {
  let isCommitting = false
  try {
    return await connections.lend((client) =>
      queriesOf(client).transaction(async (queries) => {
        const answer = await work(queries)
        isCommitting = true
        return answer
      }),
    )
  } catch (error) {
    throw isCommitting && error instanceof DatabaseUnavailable ? new OutcomeUnknown(error.cause) : error
  }
}

async function scripts<T>(
  client: pg.ClientBase,
  work: (run: (script: string) => Promise<unknown[]>) => Promise<T>,
): Promise<T> {
  await client.query('begin')
  try {
    const answer = await work(async (script) => {
      const result: pg.QueryResult | pg.QueryResult[] = await client.query(script)
      return (Array.isArray(result) ? result.at(-1)?.rows : result.rows) ?? []
    })
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Any numbers, the same in every version. */
const WORK_LOCKS: Readonly<Record<WorkKind, number>> = { imports: 19_950_103, scores: 19_950_104 }
/** Shorter than a connection may be silent. */
const SHOWN_ALIVE_EVERY_MS = 10_000

/** The lock belongs to a connection that does nothing else, and goes with it. */
async function exclusively(
  client: pg.PoolClient,
  spoil: () => void,
  lock: number,
  work: () => Promise<void>,
): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lock])
  if (rows[0]?.held !== true) return false
  const alive = setInterval(() => void client.query('select 1').catch(() => {}), SHOWN_ALIVE_EVERY_MS).unref()
  try {
    await work()
  } finally {
    clearInterval(alive)
    await client.query('select pg_advisory_unlock($1)', [lock]).catch(spoil)
  }
  return true
}
