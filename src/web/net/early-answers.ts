import { ENDING_SESSION_KEY, readLocal } from '../offline/local-storage.ts'
import { isUser, serializeStartupCache } from '../offline/startup-cache-format.ts'
import { SENDING, TIMEOUT_MS } from './sending.ts'

// On a first visit the app's code is most of the wait. The first-frame script asks meanwhile for what the app will want
// first, and the app takes the answers as if they had just come. Part of that script, so it imports little.

const EARLY_USER = '/api/v1/user'
const EARLY_TEAMS = '/api/v1/stats/teams'

/** Asks, and returns a copy of the answer: the body of the answer itself is for the app to read. */
const ask = (address: string): Promise<Response> => {
  const response = fetch(address, { ...SENDING, signal: AbortSignal.timeout(TIMEOUT_MS) })
  globalThis.earlyAnswers ??= {}
  globalThis.earlyAnswers[address] = { response, requestedAt: performance.now() }
  return response.then((answer) => answer.clone())
}

const isTaken = (address: string): boolean => globalThis.earlyAnswers?.[address] === undefined

/**
 * Asks who is logged in and for the standings at once: one after the other would take a member's phone another trip
 * to the server. Returns what the startup cache would hold after these answers, unchecked as that is; null where one
 * of them failed, or where the app has already taken one and draws it itself.
 */
export const askEarly = async (): Promise<string | null> => {
  // A session that is to be ended first would still answer.
  if (readLocal(ENDING_SESSION_KEY) !== null) return null
  try {
    const addresses = [EARLY_USER, EARLY_TEAMS]
    const answers = await Promise.all(addresses.map(ask))
    const [user, teams]: unknown[] = await Promise.all(answers.map((answer) => answer.json()))
    const isMember = answers.every(({ ok }) => ok) && isUser(user) && !user.outsider
    if (!isMember || !Array.isArray(teams) || addresses.some(isTaken)) return null
    const at = Date.now()
    return serializeStartupCache({ user: { data: user, at }, teams: { data: teams, at } })
  } catch {
    return null // the app sees the failure when it takes the answer
  }
}

/** Called when the app will find the standings in its startup cache: a later request must not be given this answer. */
export const forgetEarlyTeams = (): void => {
  delete globalThis.earlyAnswers?.[EARLY_TEAMS]
}
