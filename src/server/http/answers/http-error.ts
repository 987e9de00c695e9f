import { type ErrorCode, errorSentences } from '#contract/errors'

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
