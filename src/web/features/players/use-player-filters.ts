import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Filters, readFilters, writeFilters } from './filters.ts'
import type { PlayerList } from './lists.ts'

/** The address is updated once typing pauses: Safari allows a page 100 changes of it in 30 seconds. */
const REST_MS = 300

const isSame = (a: Filters, b: Filters) => a.name === b.name && a.position === b.position && a.team === b.team

/** The filters of a list. They apply at once and reach the address a moment later; other changes of the address are adopted. */
export function usePlayerFilters({ table, positions }: PlayerList) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const addressed = readFilters(search, table, positions)
  const [filters, setFilters] = useState(addressed)
  const written = useRef(addressed)

  const write = useEffectEvent(() => {
    if (isSame(filters, addressed)) return
    written.current = filters
    // Replaced, so that "back" leaves the screen and not the last filter.
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => writeFilters(before, table, filters),
      replace: true,
      resetScroll: false,
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause starts over with every change
  useEffect(() => {
    const timer = setTimeout(() => write(), REST_MS)
    return () => clearTimeout(timer)
  }, [filters])

  const follow = useEffectEvent(() => {
    if (isSame(addressed, written.current)) return
    written.current = addressed
    setFilters(addressed)
  })
  const { name, position, team } = addressed
  // biome-ignore lint/correctness/useExhaustiveDependencies: by value: the object is a new one at every render
  useEffect(() => follow(), [name, position, team])

  return [filters, setFilters] as const
}
