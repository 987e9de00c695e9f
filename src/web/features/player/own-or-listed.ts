import type { UseQueryResult } from '@tanstack/react-query'
import type { Fed } from '../screen/data-screen.tsx'

type Own<T> = Fed & { readonly data: T | undefined }
type List<Rows> = Pick<UseQueryResult<Rows>, 'data' | 'dataUpdatedAt' | 'isFetching'>

/**
 * What a query has; until it has something, or when that cannot be had, what the first list that knows of it says, with
 * the list's age. It has not failed while a list is being fetched.
 */
export function ownOrListed<T, Rows>(
  own: Own<T>,
  lists: readonly List<Rows>[],
  find: (rows: Rows) => T | undefined,
): Own<T> {
  const { data, dataUpdatedAt, error, isError, refetch } = own
  if (data !== undefined) return { data, dataUpdatedAt, error, isError, refetch }
  for (const list of lists) {
    const listed = list.data && find(list.data)
    if (listed) return { data: listed, dataUpdatedAt: list.dataUpdatedAt, error, isError, refetch }
  }
  const isOver = !lists.some(({ isFetching }) => isFetching)
  return { data, dataUpdatedAt, error: isOver ? error : null, isError: isError && isOver, refetch }
}
