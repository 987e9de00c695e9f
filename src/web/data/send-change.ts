import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { Answer, Call, CallInput } from '#contract/call'
import { hasFeature } from '#contract/user'
import { CallError, isUnreachable } from '../net/call-error.ts'
import { quietPause } from '../net/connection.ts'
import { NOT_SENT, request, requestOnline } from '../net/request.ts'
import { uuid } from '../net/sending.ts'
import { currentUser } from './user.ts'

/** For so long a change is sent again, ms. */
export const SENDS_FOR_MS = 60_000

interface Where {
  /** Whether the member sees that it is being sent: nothing is sent again behind their back. */
  readonly isSeen: () => boolean
  /** The screen that shows whether it was done. */
  readonly place: string
  /** The sentence where there is no connection to begin with. */
  readonly offline?: string
}

interface Sending extends Where {
  /** Whether the server keeps the answer to a key: it does the same request with the same key once. */
  readonly hasKeys: boolean
}

/** Whether the change may have been made all the same. */
export const isUnanswered = (error: unknown): boolean => isUnreachable(error) && error.code !== NOT_SENT

/**
 * Sends a change that makes sense only right now. If no answer comes it is sent again with its key, for a minute and
 * while the member sees it: the server has the answer, or does it now. Without keys it is sent once.
 */
export const send = async <C extends Call & { readonly offline: 'online' }>(
  call: C,
  input: CallInput<C>,
  { hasKeys, isSeen, place, offline }: Sending,
): Promise<Answer<C>> => {
  const until = Date.now() + SENDS_FOR_MS
  const isOver = () => !hasKeys || !isSeen() || Date.now() >= until
  const sent = { ...input, idempotencyKey: uuid() }
  let attempt = () => requestOnline(call, sent, offline)
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isUnanswered(error)) throw error
      if (!isOver()) await quietPause()
      // A phone may have slept meanwhile.
      if (isOver()) throw new CallError('network', 0, null, `No answer came. Check ${place}.`, { cause: error })
      attempt = () => request(call, sent)
    }
  }
}

/** Sends a trade, a pick, a lineup or a keeper, by what the server announces. */
export const sendChange = <C extends Call & { readonly offline: 'online' }>(
  client: QueryClient,
  call: C,
  input: CallInput<C>,
  where: Where,
): Promise<Answer<C>> => {
  const user = client.getQueryData(currentUser().queryKey)
  return send(call, input, { ...where, hasKeys: hasFeature(user, 'idempotency') })
}

/** Whether the screen that sends a change is still looked at. */
export function useIsSeen(): () => boolean {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return useCallback(() => isMounted.current && document.visibilityState === 'visible', [])
}
