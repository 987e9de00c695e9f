import type { Tonight } from '#contract/tonight'
import { useQueryCache } from './use-query-cache.ts'

/** The night in memory, without the code that asks for it, which a player's page has no room for: `NightKeeper` does. */
export const useKnownNight = (): Tonight | undefined =>
  useQueryCache((client) => client.getQueryData<Tonight>(['tonight']))
