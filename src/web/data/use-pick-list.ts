import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { WantedPlayer } from '#contract/draft-room'
import { pickList } from './draft-room.ts'
import { changedList, savePickList } from './pick-list-commands.ts'
import { useQueryCache } from './use-query-cache.ts'

type Wanted = readonly WantedPlayer[]

/** Makes the next list of the one on screen; the same one where nothing is to change. */
export type ChangeList = (next: (wanted: Wanted) => Wanted) => void

/** The team's wanted players as they will be once every change is saved. */
export function usePickList(teamId: number) {
  const client = useQueryClient()
  const query = useQuery(pickList(teamId))
  const changed = useQueryCache((cache) => changedList(cache, teamId))
  const { mutate, error, reset } = useMutation(savePickList(teamId))
  const change = useCallback<ChangeList>(
    (next) => {
      // Not the one of the last render: two taps may come before the next.
      const before = changedList(client, teamId) ?? client.getQueryData(pickList(teamId).queryKey)?.players
      const wanted = before && next(before)
      if (wanted && wanted !== before) mutate(wanted)
    },
    [client, teamId, mutate],
  )
  return { query, players: changed ?? query.data?.players, change, error, reset }
}
