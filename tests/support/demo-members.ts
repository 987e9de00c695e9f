import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#server/db/engine/database'
import { session } from '#server/db/tables/identity-tables'
import { draftNight } from '#server/demo/draft-night'
import { ensureDemoLeague } from '#server/demo/ensure-demo-league'
import { filledDatabase } from './test-database.ts'
import { type TestServer, type TestServerOptions, testServer } from './test-server.ts'

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects of an answer
  body: any
  headers: Record<string, unknown>
}

/** A refusal, as one line. */
export const refusedWith = ({ status, body }: Pick<Reply, 'status' | 'body'>): string =>
  `${status} ${body.code}: ${body.message}`

export interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: object | string
  headers?: Record<string, string>
}

export interface DemoServer extends TestServer {
  database: Database
  /** A request of a member of the demo league, or without a login; the path is that below /api/v1. */
  ask(member: string | null, path: string, request?: Request): Promise<Reply>
  /** With which a member is logged in. */
  cookie(member: string): Promise<string>
}

const DAY_MS = 86_400_000

/** Logs a member in past the login pages. Answers the cookie. */
export async function cookieOf(database: Database, userName: string, publicUrl: string, now: Date): Promise<string> {
  const id = randomBytes(32).toString('base64url')
  await database.transaction((queries) =>
    queries.insert(session).values({
      idHash: createHash('sha256').update(id).digest('base64url'),
      issuer: `${publicUrl}/idp`,
      subject: userName,
      userName,
      name: userName,
      roles: [],
      tokens: '',
      createdAt: now,
      usedAt: now,
      refreshedAt: now,
      expiresAt: new Date(now.getTime() + 365 * DAY_MS),
    }),
  )
  return `pool-session=${id}`
}

/** A morning in season. Making its league takes seconds, and many tests begin with it: it is made once. */
export const MORNING = new Date('2026-11-21T13:00:00Z')

/** A database with the demo league as of an instant. */
export const demoDatabase = (now: Date): Promise<Database> =>
  filledDatabase(`demo-${now.getTime()}`, (database) =>
    ensureDemoLeague({ database, clock: () => now, report: () => {} }),
  )

/** The same on the eve of a draft. */
export const draftNightDatabase = (now: Date): Promise<Database> =>
  filledDatabase(`draft-night-${now.getTime()}`, (database) =>
    ensureDemoLeague({ database, clock: () => now, report: () => {}, scenario: draftNight }),
  )

/** The real server with a demo league, or with what lies in `database` already. */
export async function demoServer(options: TestServerOptions = {}): Promise<DemoServer> {
  const clock = options.clock ?? (() => new Date())
  const database = options.database ?? (await demoDatabase(clock()))
  // Its members are logged in as the trial does it, whatever the league. A test's clock jumps over months; logins that
  // grow old have tests of their own.
  const env = { LOGIN: 'trial', SESSION_DAYS: '400', SESSION_IDLE_DAYS: '400', ...options.env }
  const server = await testServer({ ...options, env, clock, database })
  const sessions = new Map<string, Promise<string>>()
  const cookie = (member: string): Promise<string> => {
    const known = sessions.get(member) ?? cookieOf(database, member, server.context.env.publicUrl, clock())
    sessions.set(member, known)
    return known
  }
  return {
    ...server,
    database,
    cookie,
    ask: async (member, path, { method = 'GET', body, headers = {} } = {}) => {
      const answer = await server.app.inject({
        method,
        url: `/api/v1${path}`,
        headers: {
          'x-requested-with': 'hockey-pool',
          ...(member === null ? {} : { cookie: await cookie(member) }),
          ...(typeof body === 'string' ? { 'content-type': 'text/plain' } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body }),
      })
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: answer.body === '' ? null : JSON.parse(answer.body),
      }
    },
  }
}
