import type { Pick } from '#contract/draft'
import { useQueryCache } from './use-query-cache.ts'

/** The pick sequence as far as it is known. It is asked for elsewhere: the draft's calls are not part of the first screen. */
export const useKnownPicks = (): readonly Pick[] | undefined =>
  useQueryCache((client) => client.getQueryData<Pick[]>(['pick-sequence']))
