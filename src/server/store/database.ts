import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** What a store function queries with: always the handle of the transaction it was given. */
export type Queries = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** The league's database: PGlite in the data folder, or a PostgreSQL server; the same SQL on both. */
export interface Database {
  /** The only way to SQL. On the embedded engine's single connection a nested call would hang, so it is refused. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /** Tells every process when the transaction commits (NOTIFY); the payload is an id, at most 8,000 bytes. */
  announce(queries: Queries, topic: Topic, payload: string): Promise<void>
  /** Calls back for announcements of every process, this one included. Answers how to stop. */
  listen(topic: Topic, heard: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** `league`: prepared answers are out of date. `live`: a message for the draft channel. `session`: a session ended. */
export type Topic = 'league' | 'live' | 'session'
