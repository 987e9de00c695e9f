import type { UseQueryResult } from '@tanstack/react-query'
import type { Fed } from '../screen/data-screen.tsx'

type Own<T> = Fed & { readonly data: T | undefined }
type List<Rows> = Pick<UseQueryResult<Rows>, 'data' | 'dataUpdatedAt' | 'isFetching'>

/**
 * What a query has; until it has something, or when that cannot be had, what the first list that knows of it says, with
 * the list's age. It has not failed while a list is being fetched.
 */
export function ownOrListed<T, Rows>(
  { data, dataUpdatedAt, isError, refetch }: Own<T>,
  lists: readonly List<Rows>[],
  find: (rows: Rows) => T | undefined,
): Own<T> {
  if (data !== undefined) return { data, dataUpdatedAt, isError, refetch }
  for (const list of lists) {
    const listed = list.data && find(list.data)
    if (listed) return { data: listed, dataUpdatedAt: list.dataUpdatedAt, isError, refetch }
  }
  return { data, dataUpdatedAt, isError: isError && !lists.some(({ isFetching }) => isFetching), refetch }
}
