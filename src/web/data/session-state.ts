import { getUser, saysNobody } from '#contract/user'
import { reportAnswer, reportNoAnswer } from '../offline/connection.ts'
import type { SessionState } from '../offline/ending-session.ts'

const LIMIT_MS = 4_000

/** Whether the server still knows our session. Asked past the one fetch, which is silent while a session is ending. */
export const askSessionState = async (): Promise<SessionState> => {
  try {
    const { status, type } = await fetch(getUser.path, {
      headers: { Accept: 'application/json', 'X-Requested-With': 'hockey-pool' },
      credentials: 'include',
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (status >= 500) return 'unknown'
    reportAnswer()
    return saysNobody(status) || type === 'opaqueredirect' ? 'ended' : 'alive'
  } catch {
    reportNoAnswer()
    return 'unknown'
  }
}
