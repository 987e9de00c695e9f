import { useEffect, useEffectEvent } from 'react'
import { CallError } from '../net/call-error.ts'
import { NOT_SENT } from '../net/request.ts'
import { useOnline } from './use-online.ts'

/** Forgets a failure that says that there is no connection as soon as there is one. */
export function useUnsent(isUnsent: boolean, forget: () => void): void {
  const online = useOnline()
  const end = useEffectEvent(forget)
  const isOver = isUnsent && online
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
}

export const isUnsent = (error: Error | null): boolean => error instanceof CallError && error.code === NOT_SENT
