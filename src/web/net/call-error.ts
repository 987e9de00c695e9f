/**
 * - `network`: no answer (offline, timeout, a gateway without a server behind it, whose status is kept);
 * - `login`: the session has ended;
 * - `schema`: an answer that is not of the contract;
 * - `http`: the server refused.
 */
export type CallErrorKind = 'http' | 'network' | 'login' | 'schema'

export interface CallErrorDetails extends ErrorOptions {
  readonly retryAfterMs?: number | null
  readonly text?: string
}

export class CallError extends Error {
  override readonly name = 'CallError'
  readonly kind: CallErrorKind
  /** 0 when there was no answer. */
  readonly status: number
  readonly code: string | null
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | null
  /** The raw body, for the calls whose message follows a rule of its own (spec, section 8). */
  readonly text: string

  constructor(
    kind: CallErrorKind,
    status: number,
    code: string | null,
    message: string,
    { retryAfterMs = null, text = '', cause }: CallErrorDetails = {},
  ) {
    super(message, { cause })
    this.kind = kind
    this.status = status
    this.code = code
    this.retryAfterMs = retryAfterMs
    this.text = text
  }
}

/** The league was not reached: no answer came, or one from something in between. */
export const isUnreachable = (error: unknown): error is CallError =>
  error instanceof CallError && (error.kind === 'network' || error.kind === 'schema')

/** No connection at all: not even a gateway reported that its server is down. */
export const isOffline = (error: unknown): boolean => isUnreachable(error) && error.status < 500

/** Whether a retry, or an older answer, may help; a refusal is final. */
export const isTransport = (error: unknown): error is CallError =>
  isUnreachable(error) || (error instanceof CallError && error.status >= 500)
