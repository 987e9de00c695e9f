import { mutationOptions, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { PICK_LIST_MAX, type PickForMe, putPickForMe, putPickList, type WantedPlayer } from '#contract/draft-room'
import { requestOnline } from '../net/request.ts'
import { draftRoom, pickList } from './draft-room.ts'
import { useQueryCache } from './query-client.ts'

type Wanted = readonly WantedPlayer[]

/** List and switch are sent one after the other: each answer has both, and the last one is the newest. */
const scope = { id: 'pick-list' }

const changedKey = (teamId: number) => ['changed-pick-list', teamId] as const

/** The list as it is on its way to the server; null while nothing is. */
const changedList = (client: QueryClient, teamId: number): Wanted | null =>
  client.getQueryData<Wanted | null>(changedKey(teamId)) ?? null

const FULL = `A list has room for ${PICK_LIST_MAX} players.`

/** Saves the whole list. One that was followed by another before it was its turn is not sent at all. */
export const savePickList = (teamId: number) => {
  const mutationKey = ['save-pick-list', teamId] as const
  const { queryKey } = pickList(teamId)
  const isLast = (client: QueryClient) => client.isMutating({ mutationKey }) === 1
  return mutationOptions({
    mutationKey,
    scope,
    mutationFn: (wanted: Wanted, { client }) => {
      if (!isLast(client)) return Promise.resolve(null)
      if (wanted.length > PICK_LIST_MAX) throw new Error(FULL)
      const playerIds = wanted.map(({ playerId }) => playerId)
      return requestOnline(putPickList, { params: { teamId }, body: { playerIds } })
    },
    onMutate: (wanted, { client }) => void client.setQueryData<Wanted | null>(changedKey(teamId), wanted),
    onSuccess: async (saved, _wanted, _before, { client }) => {
      if (!saved) return
      // A request from before the change must not overwrite it.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, saved)
    },
    // Fetched in any case: what was refused shows as the server has it, and what was saved is stored for offline use.
    onSettled: (_saved, _error, _wanted, _before, { client }) => {
      if (!isLast(client)) return
      client.setQueryData<Wanted | null>(changedKey(teamId), null)
      void client.invalidateQueries({ queryKey })
    },
  })
}

export const savePickForMe = (teamId: number) => {
  const { queryKey } = pickList(teamId)
  return mutationOptions({
    mutationKey: ['save-pick-for-me', teamId],
    scope,
    mutationFn: (mode: PickForMe) => requestOnline(putPickForMe, { params: { teamId }, body: { mode } }),
    onSuccess: async (saved, _mode, _before, { client }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, saved)
    },
    onSettled: (_saved, _error, _mode, _before, { client }) => {
      void client.invalidateQueries({ queryKey })
      void client.invalidateQueries({ queryKey: draftRoom().queryKey })
    },
  })
}

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
