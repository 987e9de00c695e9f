import type { UseQueryResult } from '@tanstack/react-query'
import type { ScreenQuery } from './data-screen.tsx'

type Own<T> = ScreenQuery & { readonly data: T | undefined }
type List<Rows> = Pick<UseQueryResult<Rows>, 'data' | 'dataUpdatedAt' | 'isFetching'>

/**
 * The query's own data; until it arrives, or when it cannot be fetched, the same from the first list that has it,
 * with that list's age. It does not count as failed while a list is still being fetched.
 */
export function ownOrListed<T, Rows>(
  own: Own<T>,
  lists: readonly List<Rows>[],
  find: (rows: Rows) => T | undefined,
): Own<T> {
  const { data, dataUpdatedAt, isStale, error, isError, refetch } = own
  if (data !== undefined) return { data, dataUpdatedAt, isStale, error, isError, refetch }
  for (const list of lists) {
    const listed = list.data && find(list.data)
    if (listed) return { data: listed, dataUpdatedAt: list.dataUpdatedAt, isStale, error, isError, refetch }
  }
  const isOver = !lists.some(({ isFetching }) => isFetching)
  return { data, dataUpdatedAt, isStale, error: isOver ? error : null, isError: isError && isOver, refetch }
}
