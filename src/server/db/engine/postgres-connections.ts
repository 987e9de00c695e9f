import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseUnavailable, isReplaced, isUnavailable } from './database-errors.ts'

/** `serving`: requests and what runs beside them. `job`: a command, which may take its time over each step. */
export type Purpose = 'serving' | 'job'

const MOST_CONNECTIONS = 10
/** With this every request is answered within 2 s, even when the server swallows what it is sent. */
export const CONNECT_LIMIT_MS = 1_500
/** A connection outside the pool is opened once, and not while somebody waits for a page. */
const OWN_CONNECT_LIMIT_MS = 5_000
/** Longer than a crowd of simultaneous picks has to wait. */
const LONGEST_QUEUE_MS = 5_000
/** Longer than any statement may take; whatever queries less often keeps its connection alive by itself. */
const LONGEST_SILENCE_MS = 35_000
const KEEP_ALIVE_MS = 10_000

/** The server lets go of what a vanished process held, within half a minute instead of hours. */
const EVERYBODY = `
  set tcp_keepalives_idle = '10s'; set tcp_keepalives_interval = '5s'; set tcp_keepalives_count = 3;`
/** Set after connecting: some poolers refuse such settings in the startup packet. */
const LIMITS: Record<Purpose, string> = {
  serving: `${EVERYBODY}
    set statement_timeout = '30s'; set lock_timeout = '5s'; set idle_in_transaction_session_timeout = '15s'`,
  job: EVERYBODY,
}

interface Waiting {
  go(): void
  fail(reason: DatabaseUnavailable): void
}

/** All connections to a PostgreSQL server: never more than the pool's, and those that are opened by name. */
export class PostgresConnections {
  readonly #url: string
  readonly #purpose: Purpose
  readonly #pool: pg.Pool
  readonly #sockets = new Set<Socket>()
  readonly #broken = new WeakSet<pg.ClientBase>()
  /** The pool's own queue would keep opening connections that no query waits for. */
  readonly #waiting = new Set<Waiting>()
  #free = MOST_CONNECTIONS
  #away = false
  /** Identifies this process's connections at the server, and since which cut. */
  readonly #name = `hockey-pool ${randomBytes(6).toString('hex')}`
  #generation = 0

  constructor(url: string, purpose: Purpose) {
    this.#url = url
    this.#purpose = purpose
    this.#pool = new pg.Pool({
      ...this.#config('hockey-pool', CONNECT_LIMIT_MS),
      max: MOST_CONNECTIONS,
      onConnect: (client) => client.query(`set application_name = '${this.#ownName()}'; ${LIMITS[purpose]}`),
    })
    // In use or not, a connection that breaks must not end the process; the query under way fails by itself.
    this.#pool.on('connect', (client) => client.on('error', () => this.#broken.add(client)))
    this.#pool.on('error', () => {})
  }

  /** Whether `shut` holds. */
  get isAway(): boolean {
    return this.#away
  }

  /** Lends a connection of the pool. A broken one is not lent again. */
  async lend<T>(work: (client: pg.PoolClient, spoil: () => void) => Promise<T>): Promise<T> {
    await this.#turn()
    try {
      const client = await this.#connect()
      try {
        return await work(client, () => this.#broken.add(client))
      } catch (error) {
        throw this.#isUnavailable(client, error) || isReplaced(error) ? new DatabaseUnavailable(error) : error
      } finally {
        client.release(this.#broken.has(client))
      }
    } finally {
      const [next] = this.#waiting
      if (next) next.go()
      else this.#free += 1
    }
  }

  /** Lends a connection without limits, which is closed afterwards. */
  async lendOwn<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const client = this.open('hockey-pool', OWN_CONNECT_LIMIT_MS)
    client.on('error', () => this.#broken.add(client))
    try {
      await client.connect()
    } catch (error) {
      // What the driver itself refuses leaves it open, until the server gives up after a minute.
      client.connection.stream.destroy()
      throw new DatabaseUnavailable(error)
    }
    try {
      await client.query(LIMITS.job)
      return await work(client)
    } catch (error) {
      throw this.#isUnavailable(client, error) ? new DatabaseUnavailable(error) : error
    } finally {
      await client.end()
    }
  }

  /** A client that its caller closes. */
  open(name: string, connectLimitMs: number = CONNECT_LIMIT_MS): pg.Client {
    return new pg.Client(this.#config(name, connectLimitMs))
  }

  /** Breaks every connection. One that swallows everything would never fail by itself. */
  cut(): void {
    this.#generation += 1
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Refuses everything, waiting requests included, until `reopen`. */
  shut(reason: unknown): void {
    this.#away = true
    this.cut()
    this.#refuseWaiting(new DatabaseUnavailable(reason))
  }

  reopen(): void {
    this.#away = false
  }

  /** Ends at the server what was cut here: it may not have noticed, and still hold locks. */
  async endCut(client: pg.Client): Promise<void> {
    const cut = client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where usename = current_user and application_name like $1 and application_name <> $2`,
      [`${this.#name}.%`, this.#ownName()],
    )
    // Where that is not allowed, their locks end with the limits above.
    await cut.catch(() => {})
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  #ownName(): string {
    return `${this.#name}.${this.#generation}`
  }

  #config(name: string, connectLimitMs: number): pg.ClientConfig {
    return {
      connectionString: this.#url,
      application_name: name,
      connectionTimeoutMillis: connectLimitMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      stream: () => this.#socket(),
    }
  }

  #socket(): Socket {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    if (this.#purpose === 'serving') socket.setTimeout(LONGEST_SILENCE_MS, () => socket.destroy())
    return socket
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      const reason = new DatabaseUnavailable(error)
      // An error sent by the server concerns this connection only; if it does not answer at all, no other need try.
      if (!(error instanceof pg.DatabaseError)) this.#refuseWaiting(reason)
      throw reason
    }
  }

  /** Waits for a place in the pool. */
  async #turn(): Promise<void> {
    if (this.#away) throw new DatabaseUnavailable()
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        this.#waiting.delete(waiting)
      }
      const waiting: Waiting = {
        go: () => {
          leave()
          resolve()
        },
        fail: (reason) => {
          leave()
          reject(reason)
        },
      }
      const timer = setTimeout(
        () => waiting.fail(new DatabaseUnavailable(new Error('No connection became free.'))),
        LONGEST_QUEUE_MS,
      )
      this.#waiting.add(waiting)
    })
  }

  #refuseWaiting(reason: DatabaseUnavailable): void {
    for (const waiting of this.#waiting) waiting.fail(reason)
  }

  #isUnavailable(client: pg.ClientBase, error: unknown): boolean {
    return this.#broken.has(client) || isUnavailable(error)
  }
}
