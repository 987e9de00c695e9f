import type { Outsider } from '#contract/user'
import { useQueryCache } from './use-query-cache.ts'
import { OUTSIDER_KEY } from './user.ts'

/** Whoever is logged in without being a member; null for everybody else. */
export const useOutsider = (): Outsider | null =>
  useQueryCache((client) => client.getQueryData<Outsider | null>(OUTSIDER_KEY)) ?? null
