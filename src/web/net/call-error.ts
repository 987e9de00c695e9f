import { mappedErrors } from '#contract/refusal-texts'

// How the server's answers are read, by the page and by the worker.

/** How long a refusal asks to wait (Retry-After: seconds, or a date), ms. */
export const readRetryAfter = (header: string | null, now: number): number | null => {
  if (header === null) return null
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

/** JSON, or the plain text of a server that answers so. */
export const parseBody = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}

/** A sign-in page of a public network, or an error page of a gateway: not our server. */
export const isPage = (body: unknown): boolean => typeof body === 'string' && body.trimStart().startsWith('<')

/** The first of these fields with text in it. */
export const fieldOf = (body: unknown, ...fields: readonly string[]): string | null => {
  if (typeof body !== 'object' || body === null) return null
  const given = new Map<string, unknown>(Object.entries(body))
  for (const field of fields) {
    const text = given.get(field)
    if (typeof text === 'string' && text.trim() !== '') return text
  }
  return null
}

const plainText = (body: unknown): string | null =>
  typeof body === 'string' && body.trim() !== '' && !isPage(body) ? body : null

export const codeOf = (body: unknown): string | null => fieldOf(body, 'code', 'messageCode')

/** A further field, of the draft's answers. */
export const ALSO_IN_DRAFT = 'error'

/** The server's own message, in the fields of spec, section 8; `also` are further ones that a call may use. */
export const wordsOf = (body: unknown, ...also: readonly string[]): string | null =>
  fieldOf(body, 'message', 'messageText', ...also) ?? plainText(body)

const isMapped = (code: string): code is keyof typeof mappedErrors => Object.hasOwn(mappedErrors, code)

/** Code and sentence of a refusal: mapped text wins, then the server's, then the call's own (spec, section 8). */
export const readRefusal = (
  body: unknown,
  failure: string,
  ...also: readonly string[]
): { code: string | null; message: string } => {
  const code = codeOf(body)
  if (code !== null && isMapped(code)) return { code, message: mappedErrors[code] }
  return { code, message: wordsOf(body, ...also) ?? failure }
}

/**
 * - `network`: no answer (offline, timeout, a gateway without a server behind it, whose status is saved);
 * - `login`: the session has ended;
 * - `schema`: an answer that is not of the contract;
 * - `http`: the server refused.
 */
type CallErrorKind = 'http' | 'network' | 'login' | 'schema'

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
  /** The raw body, for the calls whose message follows a special rule (spec, section 8). */
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
