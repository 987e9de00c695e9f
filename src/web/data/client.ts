import type { Answer, Call } from '#contract/call'
import { errorSentences } from '#contract/errors'
import { reportAnswer, reportNoAnswer } from '../offline/connection.ts'
import { isSessionEnding } from '../offline/ending-session.ts'
import { addressOf, type CallInput } from './call-address.ts'
import { CallError } from './call-error.ts'
import { readRefusal } from './error-text.ts'

export const TIMEOUT_MS = 12_000
/** Sent with every call: a form or a link of another site cannot send it. */
const OWN_HEADER = { 'X-Requested-With': 'hockey-pool' }
/** What a gateway says when the server behind it does not answer. */
const gatewayStatuses: readonly number[] = [502, 503, 504]

export type RequestInput<C extends Call> = CallInput<C> & { readonly signal?: AbortSignal }

/** What every input has in common, whatever the call. */
interface Sent {
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
  readonly signal?: AbortSignal
}

const loggedOut = () => new CallError('login', 401, 'UNAUTHENTICATED', errorSentences.UNAUTHENTICATED)

const noAnswer = (call: Call, status: number): CallError => {
  reportNoAnswer()
  return new CallError('network', status, null, call.failure || 'No connection')
}

const send = async (
  call: Call,
  { params, query, body, signal }: Sent,
): Promise<{ response: Response; text: string }> => {
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  const headers: Record<string, string> = { Accept: 'application/json', ...OWN_HEADER }
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
    throw noAnswer(call, 0)
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
    if (code === null && gatewayStatuses.includes(response.status)) throw noAnswer(call, response.status)
    reportAnswer()
    throw new CallError('http', response.status, code, message)
  }
  if (isPage(body)) throw noAnswer(call, response.status)
  reportAnswer()
  const { fitsSchema } = await import('./answer-check.ts')
  if (fitsSchema<C['answer']>(call.answer, body)) return body
  throw new CallError('schema', response.status, null, call.failure || 'The answer could not be understood')
}
