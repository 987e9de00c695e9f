import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Pick } from '#contract/draft'

/** The pick sequence as far as it is known. It is asked for elsewhere: the draft's calls are not part of the first screen. */
export function useKnownPicks(): readonly Pick[] | undefined {
  const client = useQueryClient()
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client])
  return useSyncExternalStore(subscribe, () => client.getQueryData<Pick[]>(['pick-sequence']))
}
