import type { Answer, Call } from '#contract/call'
import { addressOf, type CallInput } from '#contract/call-address'
import { errorSentences } from '#contract/errors'
import { readRetryAfter, TIMEOUT_MS } from '../offline/answer-limit.ts'
import { reportAnswer, reportNoAnswer } from '../offline/connection.ts'
import { isSessionEnding } from '../offline/ending-session.ts'
import { readRefusal } from '../offline/error-text.ts'
import { CallError, type CallErrorDetails } from './call-error.ts'

/** Sent with every call: a form or a link of another site cannot send it. */
const OWN_HEADER = { 'X-Requested-With': 'hockey-pool' }
/** What a gateway says when the server behind it does not answer. */
const gatewayStatuses: readonly number[] = [502, 503, 504]

interface Sending {
  readonly signal?: AbortSignal
  /** The same request with the same key is done once. */
  readonly idempotencyKey?: string
}

export type RequestInput<C extends Call> = CallInput<C> & Sending

/** What every input has in common, whatever the call. */
interface Sent extends Sending {
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
}

const loggedOut = () => new CallError('login', 401, 'UNAUTHENTICATED', errorSentences.UNAUTHENTICATED)

const noAnswer = (call: Call, status: number, details?: CallErrorDetails): CallError => {
  reportNoAnswer()
  return new CallError('network', status, null, call.failure || 'No connection', details)
}

const send = async (
  call: Call,
  { params, query, body, signal, idempotencyKey }: Sent,
): Promise<{ response: Response; text: string }> => {
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  const headers: Record<string, string> = { Accept: 'application/json', ...OWN_HEADER }
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
  if (body !== undefined) headers['Content-Type'] = typeof body === 'string' ? 'text/plain' : 'application/json'
  try {
    const response = await fetch(addressOf(call, params, query), {
      method: call.method,
      headers,
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      credentials: 'include',
      redirect: 'manual',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return { response, text: await response.text() }
  } catch (error) {
    // An abort by the caller says nothing about the connection.
    if (signal?.aborted) throw error
    throw noAnswer(call, 0, { cause: error })
  }
}

/** A sign-in page of a public network, or an error page of a gateway: not our server. */
const isPage = (body: unknown): boolean => typeof body === 'string' && body.trimStart().startsWith('<')

/** JSON, or the plain text of a server that answers so. */
const parse = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}

/** The one fetch: every call of the contract goes through here, and every outcome tells the connection. */
export const request = async <C extends Call>(call: C, input: RequestInput<C>): Promise<Answer<C>> => {
  if (isSessionEnding()) throw loggedOut()
  const { response, text } = await send(call, input)
  if (response.type === 'opaqueredirect' || response.status === 401) {
    reportAnswer()
    throw loggedOut()
  }
  const body = parse(text)
  if (!response.ok) {
    const { code, message } = readRefusal(body, call.failure)
    const retryAfterMs = readRetryAfter(response.headers.get('Retry-After'), Date.now())
    if (code === null && gatewayStatuses.includes(response.status))
      throw noAnswer(call, response.status, { retryAfterMs })
    reportAnswer()
    throw new CallError('http', response.status, code, message, { retryAfterMs })
  }
  if (isPage(body)) throw noAnswer(call, response.status)
  reportAnswer()
  const { fitsSchema } = await import('./answer-check.ts')
  if (fitsSchema<C['answer']>(call.answer, body)) return body
  throw new CallError('schema', response.status, null, call.failure || 'The answer could not be understood')
}
