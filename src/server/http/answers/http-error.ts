import { Type } from 'typebox'
import { type ErrorCode, errorSentences } from '#contract/errors'
import { isRefusal, type Refusal } from '#rules/refusal'

/** Seconds after which to ask again, where the answer is "not now". */
export const RETRY_S = '2'

/** A refusal on its way to the one error handler, which answers `{ code, message }` (league rules, section 11). */
export class HttpError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 429 | 500 | 503
  readonly code: ErrorCode
  /** Seconds, sent as Retry-After. */
  readonly retryAfter: number | null

  constructor(
    status: HttpError['status'],
    code: ErrorCode,
    message: string = errorSentences[code],
    retryAfter: number | null = null,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }

  static tooMany(waitMs: number): HttpError {
    return new HttpError(429, 'TOO_MANY_REQUESTS', undefined, Math.ceil(waitMs / 1000))
  }

  /** The name Fastify and its plugins know. */
  get statusCode(): number {
    return this.status
  }
}

/** The body of every refusal. Other servers may use `messageCode` and `messageText` (spec, section 8). */
export const ErrorBody = Type.Object({
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  messageCode: Type.Optional(Type.String()),
  messageText: Type.Optional(Type.String()),
})

/**
 * Refusals that are not a 409. Texts that cannot be accepted are 400: the settings screen shows code and message only
 * of a 400 (spec, section 8), so a name that is taken is one, too.
 */
const statuses: { readonly [Code in ErrorCode]?: HttpError['status'] } = {
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  TEAM_NOT_FOUND: 404,
  PLAYER_NOT_FOUND: 404,
  SEASON_NOT_FOUND: 404,
  ROSTER_ENTRY_NOT_FOUND: 404,
  BOX_UNKNOWN: 404,
  NAME_INVALID: 400,
  NAME_TAKEN: 400,
  CHARACTER_REFUSED: 400,
  TAG_TOO_LONG: 400,
  PICK_LIST_DOUBLE: 400,
  MEMBER_NOT_FOUND: 404,
  MEMBER_NAME_INVALID: 400,
  EMAIL_INVALID: 400,
  MEMBER_NAME_TAKEN: 400,
  USER_NAME_TAKEN: 400,
  EMAIL_TAKEN: 400,
  SUBJECT_TAKEN: 400,
  SETTINGS_INVALID: 400,
  MESSAGE_INVALID: 400,
  CORRECTION_UNKNOWN: 404,
  REASON_INVALID: 400,
}

/** With a specific sentence where the code's does not say enough. */
export const refusalError = (code: ErrorCode, sentence?: string): HttpError =>
  new HttpError(statuses[code] ?? 409, code, sentence)

/** The result of a rule; throws its refusal. */
export function unwrapOrThrow<T>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw refusalError(answer.refused)
  return answer
}
