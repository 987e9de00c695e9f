import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { Answer, Call, CallInput } from '#contract/call'
import { hasFeature } from '#contract/user'
import { send } from '../net/send.ts'
import { currentUser } from './user.ts'

interface Where {
  readonly isSeen: () => boolean
  readonly place: string
  readonly offline?: string
}

/** Sends a trade, a pick, a lineup or a keeper, by what the server hasFeature. */
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
