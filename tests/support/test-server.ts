import type { SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { type AppOptions, createApp } from '#server/app/app'
import { createContext } from '#server/app/create-context'
import type { Database } from '#server/db/engine/database'
import type { Context } from '#server/http/context'
import { readEnv } from '#server/settings/env'
import { describeError } from '#server/settings/logging'
import { rowsIn, testDatabase } from './test-database.ts'

/** What a call says that only a test makes. */
export const TEST_CALL = { summary: '', failure: '', offline: 'online' } as const

export interface TestServer {
  app: FastifyInstance
  context: Context
  /** What a query finds in its database. */
  rows<Row extends Record<string, unknown>>(query: SQL): Promise<Row[]>
  close(): Promise<void>
}

export interface TestServerOptions extends AppOptions {
  /** Variables beside the defaults; no rate limit unless asked for. */
  env?: Record<string, string>
  clock?: () => Date
  database?: Database
  ready?: boolean
  /** Receives the log. */
  log?: DestinationStream
  /** Further routes, before the first request. */
  routes?: (app: FastifyInstance, context: Context) => void
}

/** The real server on a fresh embedded database, ready for `app.inject` or `app.listen`. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const env = readEnv({ RATE_LIMIT: '0', LOG_LEVEL: options.log ? 'debug' : 'silent', ...options.env })
  const context = await createContext(env, {
    log: options.log
      ? pino({ level: 'debug', base: undefined, serializers: { err: describeError } }, options.log)
      : undefined,
    database: options.database ?? (await testDatabase()),
    clock: options.clock,
  })
  context.readiness.ready = options.ready ?? true
  const { web = null, heartbeatMs, connections } = options
  const app = await createApp(context, { web, heartbeatMs, connections })
  options.routes?.(app, context)
  return {
    app,
    context,
    rows: (query) => rowsIn(context.database, query),
    close: async () => {
      await app.close()
      await context.close()
    },
  }
}
