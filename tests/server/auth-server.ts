import { createApp } from '#server/app/app'
import { createContext } from '#server/app/create-context'
import type { Database } from '#server/db/engine/database'
import { member } from '#server/db/tables/identity-tables'
import { team } from '#server/db/tables/tables'
import type { Context } from '#server/http/context'
import { readEnv } from '#server/settings/env'
import { createLog } from '#server/settings/logging'
import { freePort } from '../support/free-port.mjs'
import { rowsIn, testDatabase } from '../support/test-database.ts'
import type { TestServer } from '../support/test-server.ts'
import { settingsFor, startIssuer } from './auth-issuer.ts'
import { OWN_LINK, type Visit, Visitor } from './auth-visitor.ts'

/** What the server announces to a user who is logged in. */
export const FEATURES = [
  'lineup',
  'recent-points',
  'draft-room',
  'corrections',
  'history',
  'idempotency',
  'push',
  'message',
  'tonight',
]
/** To an admin as well. */
export const ADMIN_FEATURES = [...FEATURES, 'office']

export interface LoginServer {
  origin: string
  database: Database
  context: Context
  rows: TestServer['rows']
  /** Lines of the log, in the order written; kept where `env` sets a level. */
  lines: Record<string, unknown>[]
  /** Lets time pass for the server. */
  pass(milliseconds: number): void
  stop(): Promise<void>
}

interface Options {
  port?: number
  /** Instead of a fresh one with the demo's members; given ones are left open. */
  database?: Database
  env?: Record<string, string>
}

/** Two teams, and a member for every case. */
export async function withMembers(): Promise<Database> {
  const database = await testDatabase()
  await database.transaction(async (queries) => {
    const teams = [
      { name: 'Blue Line Bandits', shortName: 'BLB' },
      { name: 'Net <Minders>', shortName: 'NET' },
    ]
    const [first, second] = await queries.insert(team).values(teams).returning()
    await queries.insert(member).values([
      { userName: 'admin', displayName: 'admin', teamId: second?.id, roles: ['admin'] },
      { userName: 'premium', displayName: 'premium', roles: ['ROLE_premium'] },
      { userName: 'member', displayName: 'member', teamId: first?.id },
      { userName: 'newcomer', displayName: 'newcomer' },
      { userName: 'anna', displayName: 'Anna Ek', email: 'Anna@Pool.example', roles: ['premium'] },
      {
        userName: 'bo',
        displayName: 'Bo Lind',
        subject: 'subject-of-bo',
        email: 'bo@pool.example',
        teamId: second?.id,
      },
    ])
  })
  return database
}

/** The real server on a real socket, with the demo's provider unless `env` names another. */
export async function startServer({ port, database, env = {} }: Options = {}): Promise<LoginServer> {
  const used = port ?? (await freePort())
  const own = database === undefined && env.DATA_DIR === undefined ? await withMembers() : undefined
  const variables = readEnv({ PORT: String(used), LOG_LEVEL: 'silent', RATE_LIMIT: '0', ...env })
  let offset = 0
  const lines: Record<string, unknown>[] = []
  const context = await createContext(variables, {
    log: createLog(variables, { write: (line) => void lines.push(JSON.parse(line)) }),
    database: database ?? own,
    clock: () => new Date(Date.now() + offset),
  })
  context.readiness.ready = true
  const app = await createApp(context, { web: null })
  await app.listen({ port: used, host: '127.0.0.1' })
  return {
    origin: `http://localhost:${used}`,
    database: context.database,
    context,
    rows: (query) => rowsIn(context.database, query),
    lines,
    pass: (milliseconds) => {
      offset += milliseconds
    },
    stop: async () => {
      await app.close()
      if (!database) await context.close()
    },
  }
}

/** The same with a provider elsewhere, as in production. */
export async function startWithIssuer({ env, database, lasting }: Options & { lasting?: boolean } = {}) {
  const port = await freePort()
  const issuer = await startIssuer(`http://localhost:${port}`, { lasting })
  const settings = { ...settingsFor(issuer.url), ...env }
  const server = await startServer({ port, database, env: settings })
  const stop = async () => {
    await server.stop()
    await issuer.stop()
  }
  return { issuer, server, settings, stop }
}

/** Logs in at the demo's provider by pressing the member's button. */
export async function logIn(origin: string, name: string, page = '/api/v1/user', visitor = new Visitor()) {
  const asked = page === '/api/v1/user' ? '' : `?return=${encodeURIComponent(page)}`
  const members = await visitor.go(`${origin}/auth/login${asked}`)
  const back = await visitor.go(members.url, { method: 'POST', form: { member: name } })
  return { visitor, members, back }
}

export const userOf = async (visitor: Visitor, origin: string): Promise<{ status: number; body: unknown }> => {
  const { status, text } = await visitor.go(`${origin}/api/v1/user`)
  return { status, body: JSON.parse(text) }
}

/** Logs out as the app does, and does what the provider's page does by itself. */
export async function logOut(visitor: Visitor, origin: string): Promise<Visit> {
  const page = await visitor.go(`${origin}/auth/logout`, { headers: OWN_LINK })
  const action = page.text.match(/action="([^"]+)"/)?.[1]
  const xsrf = page.text.match(/name="xsrf" value="([^"]+)"/)?.[1]
  if (!action || !xsrf) return page
  return visitor.go(action, { method: 'POST', form: { xsrf, logout: 'yes' } })
}
