import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Pick } from '#contract/draft'

/** The pick sequence as far as it is known. It is asked for elsewhere: the draft's calls are not part of the first screen. */
export function useKnownPicks(): readonly Pick[] | undefined {
  const client = useQueryClient()
  const subscribe = useCallback(
    // Not at once: other components are being rendered while their queries report.
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  )
  return useSyncExternalStore(subscribe, () => client.getQueryData<Pick[]>(['pick-sequence']))
}
