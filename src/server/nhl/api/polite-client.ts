import { setTimeout as delay } from 'node:timers/promises'
import { BoundsExceeded, fetchWithinHost, readText, refuseTooDeep } from '../../http/answers/bounded-answer.ts'
import { growingWait } from '../../http/answers/growing-wait.ts'
import { pageWords, SourceDown, SourceHasNone, SourceRefusal, SourceUnavailable } from '../source.ts'

export interface PoliteClientOptions {
  /** Between the end of a call and the next; 0 for a source in this process. */
  readonly pauseMs?: number
  /** For one try, its body included. */
  readonly timeoutMs?: number
  /** Of a page, as long as the one before it answered. */
  readonly tries?: number
  /** The first wait after a failure; each further one is twice as long, up to a minute. */
  readonly backOffMs?: number
  readonly wait?: (ms: number) => Promise<void>
  readonly random?: () => number
  /** Ends the import between two calls, and the call that runs. */
  readonly signal?: AbortSignal
  /** Of clients that together have one request under way at a time; each waits for itself between its tries. */
  readonly line?: RequestLine
}

/** One after the other. */
export class RequestLine {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(request: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(request, request)
    this.#last = mine.catch(() => {})
    return mine
  }
}

/** One call after the other. `endpoint` is what errors call it. */
export type GetJson = (url: string, endpoint: string) => Promise<unknown>

// The API serves browsers; it has answered unknown clients with 403 at times.
const USER_AGENT = 'Mozilla/5.0 (compatible; HockeyPool/1.0)'
const LONGEST_WAIT_MS = 60_000
/** If a source asks for a longer pause, it is left alone until the next run. */
const LONGEST_RETRY_AFTER_MS = 120_000
/** So many different pages that fail in a row, while none answers in between, mean that the source is down. */
const SEVERAL_PAGES = 5
/** Of a page after one that failed: it may be the source, which has been tried long enough. */
const TRIES_AFTER_FAILURE = 2

/** A failure that may pass. */
class Passing extends Error {
  readonly retryAfterMs: number | null
  constructor(message: string, retryAfterMs: number | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** Retry-After is a number of seconds or a date. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (!header) return null
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/** The text of an answer that can be used. */
async function textOf(url: string, signal: AbortSignal): Promise<string> {
  const headers = { 'user-agent': USER_AGENT, accept: 'application/json' }
  const response = await fetchWithinHost(url, { headers, signal })
  if (response.ok) return readText(response)
  await response.body?.cancel()
  if (response.status === 429 || response.status >= 500) {
    throw new Passing(`status ${response.status}`, retryAfterMs(response.headers.get('retry-after'), Date.now()))
  }
  if (response.status === 404) throw new SourceHasNone('there is no such thing (status 404)')
  throw new SourceRefusal(`status ${response.status}`)
}

async function once(url: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs)
  let text: string
  try {
    text = await textOf(url, signal ? AbortSignal.any([signal, timeout]) : timeout)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof Passing || error instanceof SourceRefusal || error instanceof BoundsExceeded) throw error
    if (timeout.aborted) throw new Passing(`no answer within ${timeoutMs / 1000} s`)
    const cause = error instanceof Error ? error.cause : undefined
    throw new Passing(cause instanceof Error ? cause.message : 'the connection broke')
  }
  refuseTooDeep(text)
  try {
    const answer: unknown = JSON.parse(text)
    return answer
  } catch {
    // A page of a proxy, or an answer that was cut.
    throw new Passing('the answer is not JSON')
  }
}

function failureOf(endpoint: string, { message, retryAfterMs }: Passing, tries: number): SourceUnavailable {
  const often = tries === 1 ? 'once' : `${tries} times`
  return new SourceUnavailable(`The NHL's ${pageWords(endpoint)} failed ${often} (${message}).`, retryAfterMs, {
    endpoint,
    how: `${message}, ${tries === 1 ? '1 try' : `${tries} tries`}`,
  })
}

/** Once is enough: the next try would be answered alike. */
const unusable = (endpoint: string, how: string): SourceUnavailable =>
  new SourceUnavailable(`The NHL's ${pageWords(endpoint)} cannot be used: ${how}.`, null, { endpoint, how })

/** Asks as a guest should: one call at a time, a pause after each, longer and longer waits when it is refused. */
export function politeClient({
  pauseMs = 200,
  timeoutMs = 30_000,
  tries = 6,
  backOffMs = 1000,
  signal,
  line = new RequestLine(),
  random = Math.random,
  wait = async (ms) => {
    await delay(ms, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted())
  },
}: PoliteClientOptions = {}): GetJson {
  const turns = new RequestLine()
  /** Pages that failed since the last one that answered. */
  const failed = new Set<string>()

  function failing(endpoint: string, failure: SourceUnavailable): SourceUnavailable {
    failed.add(endpoint)
    if (failed.size < SEVERAL_PAGES) return failure
    const message = `The NHL does not answer: ${failed.size} pages failed in a row. ${failure.message}`
    return new SourceDown(message, failure.retryAfterMs)
  }

  async function ask(url: string, endpoint: string): Promise<unknown> {
    const most = failed.size === 0 ? tries : Math.min(tries, TRIES_AFTER_FAILURE)
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted()
      try {
        const answer = await line.run(() => once(url, timeoutMs, signal))
        failed.clear()
        return answer
      } catch (error) {
        if (error instanceof SourceHasNone) {
          failed.clear()
          throw new SourceHasNone(`${endpoint}: ${error.message}.`, endpoint)
        }
        if (error instanceof SourceRefusal) throw failing(endpoint, unusable(endpoint, error.message))
        if (error instanceof BoundsExceeded) throw failing(endpoint, unusable(endpoint, `it ${error.message}`))
        if (!(error instanceof Passing)) throw error
        const requestedMs = error.retryAfterMs
        if (attempt >= most || (requestedMs ?? 0) > LONGEST_RETRY_AFTER_MS) {
          throw failing(endpoint, failureOf(endpoint, error, attempt))
        }
        const backOff = growingWait(backOffMs, attempt - 1, LONGEST_WAIT_MS)
        // Half of it random, so that clients refused together do not come back together.
        await wait(Math.max(requestedMs ?? 0, backOff * (0.5 + random() / 2)))
      }
    }
  }

  return (url, endpoint) => {
    const mine = turns.run(() => ask(url, endpoint))
    if (pauseMs > 0) turns.run(() => wait(pauseMs)).catch(() => {})
    return mine
  }
}
