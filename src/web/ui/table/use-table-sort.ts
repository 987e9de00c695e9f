import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { directionName, type Sort, sortKeyName } from './sort.ts'

/** The sort of a table lives in the address, so that a link or a reload shows the same. */
export function useTableSort(table: string, read: (search: Readonly<Record<string, unknown>>) => Sort) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { key, direction } = read(search)
  const sort = useMemo(() => ({ key, direction }), [key, direction])
  const setSort = (next: Sort) => {
    // Replaced, so that "back" leaves the screen and not the last sort.
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({
        ...before,
        [sortKeyName(table)]: next.key,
        [directionName(table)]: next.direction,
      }),
      replace: true,
      resetScroll: false,
    })
  }
  return [sort, setSort] as const
}
