import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LIVE } from '#contract/limits'
import { admit, rightTo } from '../http/admission.ts'
import { HttpError } from '../http/answers/http-error.ts'
import type { Context } from '../http/context.ts'
import { hasAppHeader, saysOwn } from '../http/security.ts'
import { Channels } from './channels.ts'

/** Messages from clients are read and dropped: the channel only sends. */
const SENT_LIMIT_BYTES = 4 * 1024
const NAME = /^[\w-]{1,64}$/
const MARK = /^\d{1,20}$/

interface Address {
  Params: { server: string; session: string }
  /** The SockJS client's `t`, which it adds in browsers to keep requests apart. */
  Querystring: { t?: unknown }
}

export interface LiveOptions {
  /** Silence after which a poll is answered with a heartbeat. */
  heartbeatMs?: number
}

/**
 * The draft's live channel: of SockJS what a client limited to `xhr-polling` uses, and nothing else. There is no OPTIONS:
 * the app has the same origin, and another site's preflight must find nothing.
 */
export async function registerLive(
  app: FastifyInstance,
  context: Context,
  { heartbeatMs = LIVE.heartbeatMs }: LiveOptions = {},
): Promise<void> {
  const { database, log, clock, writtenEvents, loginLimits } = context
  const channels = new Channels({ database, log, clock, writtenEvents, heartbeatMs, loginLimits })
  const stopListening = await channels.listen()
  // Before the server waits for its open requests to end.
  app.addHook('preClose', () => channels.stop())
  app.addHook('onClose', stopListening)

  await app.register(async (live) => {
    // Every request shows where it is from, reads included. The client cannot send the app's header, and need
    // not: browsers that know Sec-Fetch-Site send it with each request, and every one of them sends Origin with a poll.
    // Other clients have to send Origin or the header.
    live.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (!(saysOwn(request, context.env.publicUrl) ?? hasAppHeader(request))) throw new HttpError(403, 'CROSS_SITE')
    })
    live.removeAllContentTypeParsers()
    live.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: SENT_LIMIT_BYTES }, async () => null)

    const loginOf = async (request: FastifyRequest) => {
      const { subject } = await admit(context, request, 'member')
      const login = context.identity.loginOf(request)
      if (login === null) throw new HttpError(401, 'UNAUTHENTICATED')
      return { login, member: subject }
    }

    live.get(`${LIVE.path}/info`, async (request) => {
      await loginOf(request)
      return { websocket: false, origins: ['*:*'], cookie_needed: true, entropy: randomInt(2 ** 32) }
    })

    live.post<Address>(POLL_ROUTE, async (request, reply) => {
      const login = await loginOf(request)
      const id = channelOf(request.params)
      const mark = MARK.test(String(request.query.t)) ? String(request.query.t) : null
      const right = rightTo(context, request, reply, 'member', login.login)
      const frame = await channels.poll({ id, ...login, mark }, (broken) => {
        whenBroken(reply, broken)
        if (right.aborted) broken()
        else right.addEventListener('abort', broken)
      })
      // The next poll should reach another process.
      if (channels.stopped) reply.header('connection', 'close')
      return reply.type('application/javascript; charset=UTF-8').send(frame)
    })

    live.post<Address>(`${LIVE.path}/:server/:session/xhr_send`, async (request, reply) => {
      const login = await loginOf(request)
      if (!(await channels.has({ id: channelOf(request.params), ...login }))) throw new HttpError(404, 'NOT_FOUND')
      return reply.code(204).type('text/plain; charset=UTF-8').send()
    })
  })
}

/** As the request log names it. */
export const POLL_ROUTE = `${LIVE.path}/:server/:session/xhr`

/** The server part of the path is for load balancers that route by it; nothing here needs it. */
function channelOf({ server, session }: Address['Params']): string {
  if (!NAME.test(server) || !NAME.test(session)) throw new HttpError(404, 'NOT_FOUND')
  return session
}

function whenBroken({ raw }: FastifyReply, broken: () => void): void {
  if (raw.destroyed) broken()
  else raw.once('close', () => raw.writableFinished || broken())
}
