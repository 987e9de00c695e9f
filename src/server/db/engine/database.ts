import { AsyncLocalStorage } from 'node:async_hooks'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Both engines answer a query with its rows. */
interface Rows<Row> {
  rows: Row[]
}
interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>
}

/** What a store function queries with: always the handle of the transaction it was given. */
export type Queries = PgDatabase<RowsResult, Record<string, never>>

/** The league's database: PGlite in the data folder, or a PostgreSQL server; the same SQL on both. */
export interface Database {
  /** The way to SQL. On the embedded engine's single connection a nested call would hang, so it is refused. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /** The same for a single statement, without BEGIN and COMMIT: for places where each round trip counts. */
  statement<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /** Notifies every process when the transaction commits (NOTIFY); the payload is an id, at most 8,000 bytes. */
  announce(queries: Queries, topic: Topic, payload: string): Promise<void>
  /**
   * Calls back for announcements of every process, this one included. Returns how to stop. An empty payload means that
   * announcements may have been missed while the connection was lost.
   */
  listen(topic: Topic, heard: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * Work of a kind that one process does at a time: returns false at once, and does nothing, while it is being done
   * here or elsewhere. A process that dies releases it.
   */
  exclusively(work: () => Promise<void>, kind?: WorkKind): Promise<boolean>
  /** Where the files of an embedded database lie; null: they are a server's, or in memory. */
  readonly dataDir: string | null
  /** Fails when the league cannot be served from it at this moment. */
  check(): Promise<void>
  /** Out of reach: every query fails at once, and what is known from it may be out of date. */
  isAway(): boolean
  close(): Promise<void>
}

/** A database as its opener and the migrations see it. */
export interface Engine extends Database {
  /** Its name in sentences. Never a URL: that may contain a password. */
  readonly place: string
  /** One transaction of plain scripts of several statements each; a script answers the rows of its last statement. */
  scripts<T>(work: (run: (script: string) => Promise<unknown[]>) => Promise<T>): Promise<T>
}

/** `imports`: what is scheduled, the default. `scores`: following games, which does not wait for a long import. */
export type WorkKind = 'imports' | 'scores'

/**
 * `answers`: the prepared ones are out of date. `league`: they are, and the league's time zone may be another. `live`:
 * a
 * message for the draft channel. `session`: a session ended. `push`: there are notices to send. `scores`: games that
 * are played stand otherwise. `import`: an admin asks for one, or one has ended.
 */
export type Topic = 'answers' | 'league' | 'live' | 'session' | 'push' | 'scores' | 'import'

const current = new AsyncLocalStorage<{ open: boolean }>()

/** Refuses a transaction that is begun inside another one, which would wait for itself on a single connection. */
export async function oneTransaction<T>(work: () => Promise<T>): Promise<T> {
  if (current.getStore()?.open) {
    throw new Error('A transaction is open here already: use the queries it was given, not the database.')
  }
  const own = { open: true }
  try {
    return await current.run(own, work)
  } finally {
    own.open = false
  }
}

/** Runs work triggered by another transaction's commit as if it came from outside. */
export const outsideTransaction = (work: () => void): void => current.exit(work)
