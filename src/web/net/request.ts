import { type Answer, addressOf, type Call, type CallInput } from '#contract/call'
import { accessTexts } from '#contract/refusal-texts'
import {
  CallError,
  type CallErrorDetails,
  isPage,
  isTransport,
  parseBody,
  readRefusal,
  readRetryAfter,
} from './call-error.ts'
import { isOnline, quietPause, reportAnswer, reportNoAnswer } from './connection.ts'
import { SENDING, TIMEOUT_MS, takeEarlyAnswer } from './sending.ts'

/** A gateway's statuses for a server that does not answer. */
const gatewayStatuses: readonly number[] = [502, 503, 504]

interface Sending {
  readonly signal?: AbortSignal
  /** The same request with the same key is done once. */
  readonly idempotencyKey?: string
}

type RequestInput<C extends Call> = CallInput<C> & Sending

/** What every input has in common, whatever the call. */
interface Sent extends Sending {
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
}

let answerCheck: typeof import('./answer-check.ts') | undefined
/**
 * Not needed for the first frame: the launch has it fetched while the app starts, and the first answer finds it
 * there. Kept, since an import waits for a task of the browser each time.
 */
export const loadAnswerCheck = async () => {
  answerCheck ??= await import('./answer-check.ts')
  return answerCheck
}

const loggedOut = (text = '') => new CallError('login', 401, 'UNAUTHENTICATED', accessTexts.logIn, { text })

const noAnswer = (call: Call, status: number, details?: CallErrorDetails): CallError => {
  reportNoAnswer()
  return new CallError('network', status, null, call.failure || 'No connection', details)
}

let isBlocked: () => boolean = () => false
/** While a session is ending a page requests nothing: a late answer would bring the member back. */
export const blockRequests = (blocked: () => boolean): void => {
  isBlocked = blocked
}

const send = async (
  call: Call,
  { params, query, body, signal, idempotencyKey }: Sent,
): Promise<{ response: Response; text: string }> => {
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  const headers: Record<string, string> = { ...SENDING.headers }
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
  if (body !== undefined) headers['Content-Type'] = typeof body === 'string' ? 'text/plain' : 'application/json'
  const address = addressOf(call, params, query)
  try {
    const early = takeEarlyAnswer(address)
    const sent =
      early ??
      fetch(address, {
        ...SENDING,
        method: call.method,
        headers,
        body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
    const response = await sent
    const text = await response.text()
    signal?.throwIfAborted()
    return { response, text }
  } catch (error) {
    // An abort by the caller says nothing about the connection.
    if (signal?.aborted) throw error
    throw noAnswer(call, 0, { cause: error })
  }
}

/** A gateway's empty answer or page; anything else with such a status is the server's own answer. */
const isOfGateway = (status: number, text: string): boolean =>
  gatewayStatuses.includes(status) && (text.trim() === '' || isPage(text))

/**
 * The one fetch: every call of the contract goes through here, and every outcome updates the connection's state. By
 * itself for reads and the outbox; a change that makes sense only right now goes through `requestOnline` or `send`.
 */
export const request = async <C extends Call>(call: C, input: RequestInput<C>): Promise<Answer<C>> => {
  if (isBlocked()) throw loggedOut()
  const { response, text } = await send(call, input)
  if (response.type === 'opaqueredirect' || response.status === 401) {
    reportAnswer()
    throw loggedOut(text)
  }
  const body = parseBody(text)
  if (!response.ok) {
    const details = { text, retryAfterMs: readRetryAfter(response.headers.get('Retry-After'), Date.now()) }
    if (isOfGateway(response.status, text)) throw noAnswer(call, response.status, details)
    reportAnswer()
    const { code, message } = readRefusal(body, call.failure)
    throw new CallError('http', response.status, code, message, details)
  }
  if (isPage(body)) throw noAnswer(call, response.status)
  reportAnswer()
  const { fitsAnswer } = await loadAnswerCheck()
  if (fitsAnswer<C['answer']>(call.answer, body)) return body
  throw new CallError('schema', response.status, null, call.failure || 'The answer could not be understood')
}

/**
 * A read, made once more after the quiet pause where nothing answered: a request made as a phone wakes up may fail. Not
 * when we were offline before: that is known and shown, and the return of the connection repeats it.
 */
export const requestPatiently = async <C extends Call>(call: C, input: RequestInput<C>): Promise<Answer<C>> => {
  const online = isOnline()
  try {
    return await request(call, input)
  } catch (error) {
    if (!isTransport(error) || (!online && error.kind === 'network')) throw error
    await quietPause(input.signal)
    return await request(call, input)
  }
}

/** Nothing was sent; other network errors leave that open. */
export const NOT_SENT = 'NOT_SENT'
export const OFFLINE = "You're offline. Nothing was changed: try again when the connection is back."

/** Sends a call that only makes sense right now; offline it is refused at once, in plain words. */
export const requestOnline = async <C extends Call & { readonly offline: 'online' }>(
  call: C,
  input: RequestInput<C>,
  refusal = OFFLINE,
): Promise<Answer<C>> => {
  if (!isOnline()) throw new CallError('network', 0, NOT_SENT, refusal)
  return request(call, input)
}
