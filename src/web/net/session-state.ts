import { getUser, meansLoggedOut } from '#contract/user'
import { ENDING_SESSION_KEY, readLocal, removeLocal, writeLocal } from '../offline/local-storage.ts'
import { observable } from '../offline/observable.ts'
import { reportAnswer, reportNoAnswer } from './connection.ts'
import { blockRequests } from './request.ts'
import { SENDING } from './sending.ts'

// The member has logged out and the server does not know yet. Until it does, nothing may be requested or shown.

/** A server that keeps the session despite its logout page is not sent there for ever. */
const MAX_TRIES = 2

export type SessionState = 'alive' | 'ended' | 'unknown'

let ending: boolean | null = null
/** Whether this page started with a session that an earlier one could not end: shown as a status line. */
export const unendedSession = observable(false)
export const reportUnendedSession = (): void => unendedSession.set(true)

export const isSessionEnding = (): boolean => {
  ending ??= readLocal(ENDING_SESSION_KEY) !== null
  return ending
}
blockRequests(isSessionEnding)

/** Blocks all further requests of this page: a late answer would bring the member back. */
export const silenceSession = (): void => {
  ending = true
}

/** Makes the next launch end the session as well: this page may be closed before it can. */
export const markSessionEnding = (): void => {
  silenceSession()
  writeLocal(ENDING_SESSION_KEY, '0')
}

/** The server can be reached, and this page is on its way to the logout there. */
export const unmarkSessionEnding = (): void => removeLocal(ENDING_SESSION_KEY)

const forget = (): void => {
  ending = false
  unendedSession.set(false)
  removeLocal(ENDING_SESSION_KEY)
}

const LIMIT_MS = 4_000

/** Whether the server still knows our session. Not by `request`, which refuses everything while a session is ending. */
export const askSessionState = async (): Promise<SessionState> => {
  try {
    const { status, type } = await fetch(getUser.path, {
      ...SENDING,
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (status >= 500) return 'unknown'
    reportAnswer()
    return meansLoggedOut(status) || type === 'opaqueredirect' ? 'ended' : 'alive'
  } catch {
    reportNoAnswer()
    return 'unknown'
  }
}

/** Ends the session as soon as the server can be reached. True when the app may go on as usual. */
export const finishEndingSession = async (
  askServer: () => Promise<SessionState>,
  goTo: (address: string) => void,
): Promise<boolean> => {
  if (!isSessionEnding()) return true
  const state = await askServer()
  if (state === 'unknown') return false
  const tries = Number(readLocal(ENDING_SESSION_KEY)) || 0
  if (state === 'ended' || tries >= MAX_TRIES) {
    forget()
    return true
  }
  writeLocal(ENDING_SESSION_KEY, String(tries + 1))
  goTo('/auth/logout')
  return false
}
