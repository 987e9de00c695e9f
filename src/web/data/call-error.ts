/**
 * - `network`: no answer (offline, timeout, a gateway without a server behind it);
 * - `login`: the session has ended;
 * - `schema`: an answer that is not of the contract;
 * - `http`: the server refused.
 */
export type CallErrorKind = 'http' | 'network' | 'login' | 'schema'

export interface CallErrorDetails extends ErrorOptions {
  readonly retryAfterMs?: number | null
}

export class CallError extends Error {
  override readonly name = 'CallError'
  readonly kind: CallErrorKind
  /** 0 when there was no answer. */
  readonly status: number
  readonly code: string | null
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | null

  constructor(
    kind: CallErrorKind,
    status: number,
    code: string | null,
    message: string,
    { retryAfterMs = null, cause }: CallErrorDetails = {},
  ) {
    super(message, { cause })
    this.kind = kind
    this.status = status
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** Whether trying again, or an older answer, may help; a refusal is final. */
export const isTransport = (error: unknown): boolean =>
  error instanceof CallError && (error.kind === 'network' || error.kind === 'schema' || error.status >= 500)
