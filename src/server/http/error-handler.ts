import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { type ErrorCode, errorSentences } from '#contract/errors'
import { DatabaseUnavailable, isWorthRepeating, OutcomeUnknown } from '../db/engine/database-errors.ts'
import { ClockBehind, NoLeague } from '../league/league.ts'
import { HttpError, RETRY_S } from './answers/http-error.ts'

/** A refusal as it is, or the refusal for a league that cannot be served; null: a fault. */
export function httpErrorOf(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error
  if (error instanceof ClockBehind) return new HttpError(409, 'CLOCK_BEHIND', error.message)
  if (error instanceof DatabaseUnavailable) return new HttpError(503, 'UNAVAILABLE', error.message)
  // The database gave it up for another, as it does while the league is replaced.
  return error instanceof NoLeague || isWorthRepeating(error) ? new HttpError(503, 'UNAVAILABLE') : null
}

/** What Fastify itself refuses (a broken body, one that is too large, ...), as the contract words it. */
function refusalOf(error: FastifyError): HttpError | null {
  const status = error.statusCode ?? 500
  if (status === 429) return new HttpError(429, 'TOO_MANY_REQUESTS')
  if (status === 404) return new HttpError(404, 'NOT_FOUND')
  if (status >= 400 && status < 500) {
    return new HttpError(400, 'BAD_REQUEST', `${errorSentences.BAD_REQUEST} ${error.message.replace(/\.?$/, '.')}`)
  }
  return null
}

export function setRetryAfter(reply: FastifyReply, { status, retryAfter }: HttpError): void {
  const seconds = retryAfter ?? (status === 503 ? RETRY_S : null)
  if (seconds !== null) reply.header('retry-after', seconds)
}

export const sendError = (
  reply: FastifyReply,
  status: number,
  code: ErrorCode | undefined,
  message: string,
): FastifyReply => reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify({ code, message }))

/** The one error handler: every refusal is `{ code, message }`, and a fault gives away nothing about its cause. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = httpErrorOf(error) ?? refusalOf(error)
    if (refusal && refusal.status !== 500) {
      setRetryAfter(reply, refusal)
      // With a code it would count as a refusal, and the app would not look up what became of a trade or a pick.
      const code = error instanceof OutcomeUnknown ? undefined : refusal.code
      return sendError(reply, refusal.status, code, refusal.message)
    }
    request.log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'Request failed')
    return sendError(reply, 500, 'INTERNAL', errorSentences.INTERNAL)
  })
}
