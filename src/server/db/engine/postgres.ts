import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { StartRefusal } from '../../settings/start-refusal.ts'
import { type Engine, oneTransaction, type Queries, type Topic, type WorkKind } from './database.ts'
import { DatabaseUnavailable, NOT_ALLOWED, OutcomeUnknown, sqlErrorOf } from './database-errors.ts'
import { CONNECT_LIMIT_MS, PostgresConnections, type Purpose } from './postgres-connections.ts'

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
    throw notOpened(url, error instanceof DatabaseUnavailable ? error.cause : error)
  }
  const listener = new PostgresListener(connections, log)
  const statement = <T>(work: (queries: Queries) => Promise<T>) =>
    oneTransaction(() => connections.lend((client) => work(queriesOf(client))))
  return {
    place: postgresPlace(url),
    transaction: (work) => oneTransaction(() => transaction(connections, work)),
    statement,
    scripts: (work) =>
      oneTransaction(() => connections.lendOwn((client) => scripts(client, work))).catch((error: unknown) => {
        throw notAllowed(url, error) ?? error
      }),
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
      // What was refused before it was whole is in no list of the pool, and would keep a command from ending.
      connections.cut()
    },
  }
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

/** Before the second, third, ... attempt to come back; the last for all that follow. */
const RETRY_MS = [100, 200, 500, 1_000, 2_000] as const
/** How often to check that the server is there, */
const ASK_EVERY_MS = 400
/** and after how long without an answer it counts as gone. Together well within 2 s. */
const LONGEST_SILENCE_MS = 1_000

type Heard = (payload: string) => void
type Connections = Pick<PostgresConnections, 'open' | 'cut' | 'endCut' | 'shut' | 'reopen'>

/**
 * A separate connection for LISTEN, which also shows whether the server is there: it is checked all the time, since
 * neither a lost announcement nor a network that swallows everything is noticed otherwise. If it does not answer, all
 * other connections are cut too. If no new one can be opened at once, the database is closed until there is one; then
 * every listener has to catch up. One attempt at a time, whatever happens.
 */
class PostgresListener {
  readonly #connections: Connections
  readonly #log: { warn(what: object, message: string): void }
  readonly #listeners = new Map<Topic, Set<Heard>>()
  #begun: Promise<void> | null = null
  /** Null while there is none. */
  #client: pg.Client | null = null
  #watch: NodeJS.Timeout | undefined
  #closed = false

  constructor(connections: Connections, log: { warn(what: object, message: string): void }) {
    this.#connections = connections
    this.#log = log
  }

  async listen(topic: Topic, heard: Heard): Promise<() => Promise<void>> {
    const known = this.#listeners.get(topic) ?? new Set()
    known.add(heard)
    this.#listeners.set(topic, known)
    this.#begun ??= this.#open()
    await this.#begun
    // Whatever a breaking connection fails to do, the next one makes up for.
    await this.#client?.query(`listen ${topic}`).catch(() => {})
    return async () => {
      known.delete(heard)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#watch)
    const client = this.#client
    this.#client = null
    await client?.end()
  }

  async #open(): Promise<void> {
    const client = this.#connections.open('hockey-pool listen')
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''))
    // The `end` event follows.
    client.on('error', () => {})
    client.once('end', () => this.#lost(client))
    const limit = setTimeout(() => client.connection.stream.destroy(), CONNECT_LIMIT_MS)
    try {
      await client.connect()
      await this.#connections.endCut(client)
      for (const topic of this.#listeners.keys()) await client.query(`listen ${topic}`)
      if (this.#closed) throw new Error('The database is closed.')
    } catch (error) {
      client.connection.stream.destroy()
      throw new DatabaseUnavailable(error)
    } finally {
      clearTimeout(limit)
    }
    this.#client = client
    this.#askSoon(client)
  }

  #askSoon(client: pg.Client): void {
    this.#watch = setTimeout(() => this.#ask(client), ASK_EVERY_MS).unref()
  }

  #ask(client: pg.Client): void {
    let silent = true
    // An answer that came while this process was busy is read before the callback of setImmediate.
    const limit = setTimeout(() => setImmediate(() => silent && this.#connections.cut()), LONGEST_SILENCE_MS)
    const answered = () => {
      silent = false
      clearTimeout(limit)
    }
    client.query('select 1').then(
      () => {
        answered()
        if (this.#client === client) this.#askSoon(client)
      },
      () => {
        answered()
        this.#lost(client)
      },
    )
  }

  /** Only a connection that was there can be lost, and only once. */
  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = null
    clearTimeout(this.#watch)
    client.connection.stream.destroy()
    void this.#reopen()
  }

  async #reopen(): Promise<void> {
    let awaySince: number | null = null
    for (let attempt = 0; !this.#closed; attempt += 1) {
      try {
        await this.#open()
        break
      } catch (error) {
        if (this.#closed) return
        if (awaySince === null) {
          awaySince = performance.now()
          this.#connections.shut(error)
          this.#log.warn({ err: error }, 'The database does not answer; everything is refused until it does')
        }
        await wait(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)], undefined, { ref: false })
      }
    }
    if (this.#closed) return
    if (awaySince !== null) {
      this.#connections.reopen()
      const seconds = Math.round((performance.now() - awaySince) / 1000)
      this.#log.warn({ seconds }, 'The database answers again')
    }
    for (const topic of this.#listeners.keys()) this.#tell(topic, '')
  }

  #tell(channel: string, payload: string): void {
    for (const [topic, listeners] of this.#listeners) {
      if (topic === channel) for (const heard of listeners) heard(payload)
    }
  }
}

const USUAL_PORT = 5432

/** Which database a URL leads to, without the password. */
export function postgresPlace(url: string): string {
  const { database, host, port } = new pg.Client(url)
  return `the PostgreSQL database ${database} on ${host}${port === USUAL_PORT ? '' : `, port ${port}`}`
}

/** What the driver finds wrong by itself has no code: what it says, and what is shown of it. */
const WITHOUT_CODE = [
  ['client password must be', 'no password in DATABASE_URL'],
  ['does not support SSL', 'it has no TLS'],
] as const

/** Why the server was not opened, and what to do. */
function notOpened(url: string, error: unknown): StartRefusal {
  const code = error instanceof Error && 'code' in error ? error.code : null
  // The second: percent signs that are no text.
  if (code === 'ERR_INVALID_URL' || error instanceof URIError) {
    return new StartRefusal(
      'DATABASE_URL cannot be read as a URL: in its password, write # as %23, / as %2F, ? as %3F and % as %25.',
    )
  }
  const refusal = notAllowed(url, error)
  if (refusal) return refusal
  if (code === '3D000') {
    const { database, user } = new pg.Client(url)
    return new StartRefusal(
      `The PostgreSQL server of DATABASE_URL has no database "${database}"; make an empty one first, as PostgreSQL's administrator: createdb --owner=${user} ${database}`,
    )
  }
  const message = error instanceof Error ? error.message : ''
  const why = code ?? WITHOUT_CODE.find(([said]) => message.includes(said))?.[1] ?? null
  return new StartRefusal(
    `The PostgreSQL server of DATABASE_URL does not answer or does not let us in${why === null ? '' : ` (${why})`}.`,
  )
}

/** The database is another user's, as one that an administrator makes for themselves is; null: it is another error. */
function notAllowed(url: string, error: unknown): StartRefusal | null {
  const found = sqlErrorOf(error)
  if (found?.code !== NOT_ALLOWED) return null
  const { database, user } = new pg.Client(url)
  const what = `The PostgreSQL user "${user}" may not make tables in the database "${database}" (${found.message}).`
  const isOfTable = /\b(table|relation|sequence|index|view|function|type) /.test(found.message)
  return new StartRefusal(
    isOfTable
      ? `${what} The tables there belong to another user: make "${user}" their owner, or restore a backup into an empty database that it owns.`
      : `${what} Make it the owner, as PostgreSQL's administrator: psql -d ${database} -c 'ALTER DATABASE "${database}" OWNER TO "${user}"'`,
  )
}
