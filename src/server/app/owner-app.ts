import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { sameIdentity } from '#rules/members'
import { sameName } from '#rules/names'
import { httpErrorOf, sendError } from '../answers/error-handler.ts'
import { HttpError } from '../answers/http-error.ts'
import { OWNER } from '../auth/owner.ts'
import type { SessionUser } from '../auth/session-user.ts'
import type { Context } from '../http/context.ts'
import { registerOwner } from '../routes/owner/owner.ts'
import { noLeagueIn } from '../season/file-of-league.ts'
import type { Database } from '../store/engine/database.ts'
import { DatabaseUnavailable } from '../store/engine/database-unavailable.ts'
import { NoLeague } from '../store/subjects/league.ts'
import { listMembers } from '../store/subjects/members.ts'
import { registerCalls } from './app.ts'

/** A league file of a million characters, as JSON. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024

interface OwnerOptions {
  /** Ends long calls after their present step. */
  readonly stopping: AbortSignal
  /** Answers what is no refusal. */
  readonly onFault: (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown
}

/**
 * Every call of the contract for the owner of the machine, and with them those that only the owner has. Whoever reaches
 * it is the owner: it is never on a port, only on the socket that the owner alone can open, or in a command's own process.
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
