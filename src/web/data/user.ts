import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Feature, getUser, hasFeature, meansLoggedOut, type Outsider, type User } from '#contract/user'
import { CallError } from '../net/call-error.ts'
import { readThrough } from './call-query.ts'
import { confirmOwner } from './session.ts'

// Roles and team change rarely; the launch asks in any case.
const FRESH_MS = 5 * 60_000
const KEY = ['user'] as const
/** Set together with the user, who is then null: to the app an outsider is a visitor who need not log in. */
export const OUTSIDER_KEY = ['outsider'] as const

/** The session's user; null when no one is logged in. What belonged to another user is gone before this answers. */
export const currentUser = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async (context): Promise<User | null> => {
      let user: User | null
      try {
        user = await readThrough(context, getUser, {})
      } catch (error) {
        if (!(error instanceof CallError && meansLoggedOut(error.status))) throw error
        user = null
      }
      const outsider: Outsider | null = user?.outsider ?? null
      if (outsider) user = null
      await confirmOwner(context.client, user)
      context.client.setQueryData(OUTSIDER_KEY, outsider)
      return user
    },
    staleTime: FRESH_MS,
  })

/** Whether the server announces it to the session's user. */
export const useFeature = (feature: Feature): boolean => hasFeature(useQuery(currentUser()).data, feature)
