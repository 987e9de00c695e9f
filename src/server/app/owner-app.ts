import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { pino } from 'pino'
import { sameIdentity } from '#rules/members'
import { sameName } from '#rules/names'
import { controlPath } from '../db/engine/data-folder.ts'
import type { Database } from '../db/engine/database.ts'
import { DatabaseUnavailable, storageSentence } from '../db/engine/database-errors.ts'
import { HttpError } from '../http/answers/http-error.ts'
import { type Context, OWNER, type SessionUser } from '../http/context.ts'
import { httpErrorOf, sendError } from '../http/error-handler.ts'
import { NoLeague } from '../league/league.ts'
import { noLeagueIn } from '../league/moving-in/file-of-league.ts'
import { listMembers } from '../league/office/members.ts'
import { registerOwner } from '../league/owner/owner.ts'
import type { Env } from '../settings/env.ts'
import { registerCalls } from './app.ts'
import { createContext } from './create-context.ts'

/** A league file of a million characters, as JSON. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024

interface OwnerOptions {
  /** Ends long calls after their present step. */
  readonly stopping: AbortSignal
  /** Answers what is not a refusal. */
  readonly onFault: (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown
}

/**
 * Every call of the contract for the owner of the machine, and the calls that only the owner has. Every caller is the
 * owner: it is never on a port, only on the socket that the owner alone can open, or in a command's own process.
 */
export function createOwnerApp(context: Context, { stopping, onFault }: OwnerOptions): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = context.log
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => crypto.randomUUID(),
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    if (!refusal) return onFault(error, request, reply)
    return sendError(reply, refusal.status, refusal.code, refusal.message)
  })
  app.setNotFoundHandler(() => {
    throw new HttpError(404, 'NOT_FOUND', 'The server is of another version than this command; restart it.')
  })
  const userOf = (request: FastifyRequest) => ownerOf(context.database, request)
  const identity = { ...context.identity, userOf, confirm: async (_: unknown, user: SessionUser) => user }
  const owned = { ...context, identity }
  registerCalls(app, owned)
  registerOwner(app, owned, stopping)
  return app
}

function refusalOf(error: unknown): HttpError | null {
  if (error instanceof NoLeague) return new HttpError(404, 'NOT_FOUND', noLeagueIn('this database'))
  return error instanceof DatabaseUnavailable ? null : httpErrorOf(error)
}

/** Members read who did it: the server, or the member for whom the owner does it, by user name or name. */
async function ownerOf(database: Database, { headers }: FastifyRequest): Promise<SessionUser> {
  const by = headers['acting-for']
  if (typeof by !== 'string') return OWNER
  const text = decodeURIComponent(by)
  const found = (await database.transaction(listMembers)).find(
    ({ userName, displayName }) => sameIdentity(userName, text) || sameName(displayName, text),
  )
  if (found) return { ...OWNER, name: found.displayName }
  throw new HttpError(
    404,
    'MEMBER_NOT_FOUND',
    `There is no member "${text}"; \`npm run league -- members\` lists them.`,
  )
}

/**
 * The embedded database belongs to one process, so while the server runs, commands make their calls to it. They come
 * through a socket in the data folder that only the server's own user can open: anyone who can write to it could just
 * as well open the database itself. With a PostgreSQL server commands need no help.
 */
export async function openControl(context: Context): Promise<void> {
  const { env, log } = context
  const path = env.databaseUrl ? null : controlPath(env.dataDir)
  if (path === null) return
  const stopping = new AbortController()
  const onFault = (error: unknown, _: unknown, reply: FastifyReply) => {
    if (!stopping.signal.aborted) log.error({ err: error }, 'A command failed')
    const sentence = storageSentence(error) ?? 'The server could not do it; its log says why.'
    return sendError(reply, 500, 'INTERNAL', sentence)
  }
  const app = createOwnerApp(context, { stopping: stopping.signal, onFault })
  await app.ready()
  // Left by a process that was killed: the folder is ours, or the database would not be open.
  // If it cannot be removed, listening fails below.
  await rm(path, { force: true }).catch(() => {})
  const server = createServer((request, response) => app.routing(request, response))
  server.on('error', (error) => log.warn({ err: error }, 'Commands cannot reach this server'))
  // `listen` creates the socket at once, with the mode in force now.
  const mask = process.umask(0o177)
  try {
    server.listen(path)
  } finally {
    process.umask(mask)
  }
  server.unref()
  context.whenClosing(async () => {
    stopping.abort()
    server.close()
    await app.close()
  })
}

interface OwnProcess {
  readonly env: Env
  /** Opened and migrated; it is closed at the end. */
  readonly database: Database
  readonly clock: () => Date
  readonly stopping: AbortSignal
}

/** What a request is, and its answer. */
export interface OwnRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string | undefined
}

/** The owner's calls within a command's own process, where no server has the database open. */
export async function openOwnProcess({ env, database, clock, stopping }: OwnProcess) {
  const context = await createContext(env, { database, clock, log: pino({ level: 'silent' }) })
  const faults = new Map<string, unknown>()
  const app = createOwnerApp(context, {
    stopping,
    onFault: (error, request, reply) => {
      faults.set(request.id, error)
      return reply.code(500).header('fault', request.id).send()
    },
  })
  return {
    async send(request: OwnRequest): Promise<{ status: number; bytes: Buffer }> {
      const { statusCode, rawPayload, headers } = await app.inject({ ...request, headers: { ...request.headers } })
      const { fault } = headers
      // As it is: this process is the one that says what happened.
      if (typeof fault === 'string') throw faults.get(fault)
      return { status: statusCode, bytes: rawPayload }
    },
    async close(): Promise<void> {
      await app.close()
      await context.close()
    },
  }
}
