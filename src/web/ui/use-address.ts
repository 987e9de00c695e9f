import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Readonly<Record<string, unknown>>

/** What a page keeps in its address: a link or a reload shows the same. */
export function useAddress() {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback(
    // Replaced: "back" leaves the screen and not its last choice.
    (next: (before: Search) => Search) => navigate({ to: '.', search: next, replace: true, resetScroll: false }),
    [navigate],
  )
  return [search, change] as const
}
