import { ENDING_SESSION_KEY, readLocal } from './local-storage.ts'
import { TIMEOUT_MS } from './timeout.ts'

// On a first visit the app's code is most of the wait. The first-frame script asks meanwhile for what the app will want
// first, and the app takes the answers as if they had just come. Part of that script, so it imports little.

export const EARLY_USER = '/api/v1/user'
export const EARLY_TEAMS = '/api/v1/stats/teams'

/** How every call is sent. Another site's form or link cannot send the header. */
export const SENDING = {
  headers: { Accept: 'application/json', 'X-Requested-With': 'hockey-pool' },
  credentials: 'include',
  redirect: 'manual',
  cache: 'no-store',
} as const satisfies RequestInit

interface EarlyAnswer {
  readonly response: Promise<Response>
  /** By `performance.now()`. */
  readonly askedAt: number
}

declare global {
  interface Window {
    /** By address; taken once. */
    earlyAnswers?: Record<string, EarlyAnswer | undefined>
  }
}

const ask = (address: string): Promise<Response> => {
  const response = fetch(address, { ...SENDING, signal: AbortSignal.timeout(TIMEOUT_MS) })
  window.earlyAnswers ??= {}
  window.earlyAnswers[address] = { response, askedAt: performance.now() }
  return response
}

/** Asks who is logged in and, for a member only, for the standings: a visitor's would be a second 401 in the console. */
export const askEarly = (): void => {
  // A session that is to be ended first would still answer.
  if (readLocal(ENDING_SESSION_KEY) !== null) return
  void ask(EARLY_USER).then(
    ({ ok }) => {
      // A failure is for the app to see, when it takes the answer.
      if (ok) ask(EARLY_TEAMS).catch(() => undefined)
    },
    () => undefined,
  )
}

/** The answer to a request that was sent before the app ran, if there is one. */
export const takeEarlyAnswer = (address: string): Promise<Response> | undefined => {
  const early = window.earlyAnswers?.[address]
  if (early) delete window.earlyAnswers?.[address]
  return early && performance.now() - early.askedAt < TIMEOUT_MS ? early.response : undefined
}
