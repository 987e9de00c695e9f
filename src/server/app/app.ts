import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { HttpError } from '../http/answers/http-error.ts'
import { type ConnectionLimits, limitConnections } from '../http/connections.ts'
import type { Context } from '../http/context.ts'
import { registerErrors, sendError } from '../http/error-handler.ts'
import { registerRateLimit } from '../http/limits/rate-limit.ts'
import { registerOpenApi } from '../http/openapi.ts'
import { registerHealth, registerReadiness } from '../http/readiness.ts'
import { registerRequestLog } from '../http/request-log.ts'
import { registerRequestText } from '../http/request-text.ts'
import { registerSecurity, securityHeaders } from '../http/security.ts'
import { registerStaticFiles } from '../http/static-files.ts'
import { registerCorrections } from '../league/corrections/corrections-calls.ts'
import { registerDraftAdmin, registerDraftDirector } from '../league/draft/draft-admin-calls.ts'
import { registerDraft, registerDraftRoom } from '../league/draft/draft-calls.ts'
import { registerHistory } from '../league/history/history-calls.ts'
import { registerMessage, registerOfficeMessage } from '../league/messages/message-calls.ts'
import { registerBackup } from '../league/office/backup-calls.ts'
import { registerMembers } from '../league/office/members-calls.ts'
import { registerStatistics } from '../league/office/statistics-calls.ts'
import { registerTeams } from '../league/office/teams-calls.ts'
import { registerPickList } from '../league/pick-list/pick-list-calls.ts'
import { registerPlayers } from '../league/players/players-calls.ts'
import { registerRecords } from '../league/records/records-calls.ts'
import { registerNextSeason } from '../league/season/next-season-calls.ts'
import { registerSeason } from '../league/season/season-calls.ts'
import { registerLeague, registerStandings } from '../league/standings/standings-calls.ts'
import { registerRoster } from '../league/team/roster-calls.ts'
import { registerTonight } from '../league/tonight/tonight-calls.ts'
import { registerTrading } from '../league/trading/trading-calls.ts'
import { type LiveOptions, POLL_ROUTE, registerLive } from '../live/register-live.ts'
import { registerUser } from '../login/user-calls.ts'
import { registerPush } from '../push/push-calls.ts'
import { webFolder } from '../settings/places.ts'

/** Larger than any body of the contract. */
const BODY_LIMIT_BYTES = 64 * 1024

export interface AppOptions extends LiveOptions {
  /** Where the built app lies; null: something else serves it, as in development. */
  web?: string | null
  connections?: Partial<ConnectionLimits>
}

/** The calls that members and the owner of the machine have in common. */
export function registerCalls(app: FastifyInstance, context: Context): void {
  registerUser(app, context)
  registerStandings(app, context)
  registerPlayers(app, context)
  registerTonight(app, context)
  registerLeague(app, context)
  registerRoster(app, context)
  registerTrading(app, context)
  registerCorrections(app, context)
  registerDraft(app, context)
  registerDraftAdmin(app, context)
  registerDraftRoom(app, context)
  registerPickList(app, context)
  registerDraftDirector(app, context)
  registerHistory(app, context)
  registerMessage(app, context)
  registerOffice(app, context)
  registerPush(app, context)
}

/** What an admin does without a shell: the same rules and jobs as the commands. */
function registerOffice(app: FastifyInstance, context: Context): void {
  registerMembers(app, context)
  registerTeams(app, context)
  registerOfficeMessage(app, context)
  registerStatistics(app, context)
  registerSeason(app, context)
  registerNextSeason(app, context)
  registerRecords(app, context)
  registerBackup(app, context)
}

/** The whole server without its socket: what every request meets, then every route by name. */
export async function createApp(
  context: Context,
  { web = webFolder, connections, ...live }: AppOptions = {},
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = context.log
  const { trustProxy } = context.env
  const limited = limitConnections(connections)
  const app = fastify({
    ...limited.options,
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => crypto.randomUUID(),
    // Requests are finished; the live channel ends those that it keeps open.
    forceCloseConnections: 'idle',
    // An address that cannot be decoded is refused before any hook.
    frameworkErrors: (_error, _request, reply) =>
      void sendError(
        reply.headers(securityHeaders(context.env)),
        400,
        'BAD_REQUEST',
        'This address cannot be understood.',
      ),
  })
  limited.register(app)
  registerErrors(app)
  registerRequestLog(app, ['/*', '/healthz', '/readyz', POLL_ROUTE], process.stdout.isTTY)
  registerSecurity(app, context.env)
  registerRateLimit(app, context.env)
  registerRequestText(app)
  registerReadiness(app, context)
  app.setNotFoundHandler(() => {
    throw new HttpError(404, 'NOT_FOUND')
  })

  registerHealth(app, context)
  registerOpenApi(app, context.env.publicUrl)
  await context.identity.register(app)
  registerCalls(app, context)
  await registerLive(app, context, live)
  if (web) await registerStaticFiles(app, web)
  return app
}
