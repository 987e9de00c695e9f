import { useNavigate, useSearch } from '@tanstack/react-router'

/** The one team that a list shows, null for all. It lives in the address, as the sort does. */
export function useTeamFilter(table: string) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const name = `${table}_team`
  const asked = search[name]
  const setTeamId = (teamId: number | null) => {
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, [name]: teamId ?? undefined }),
      replace: true,
      resetScroll: false,
    })
  }
  return [typeof asked === 'number' ? asked : null, setTeamId] as const
}
