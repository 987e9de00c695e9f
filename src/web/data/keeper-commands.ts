import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { type Keeper, keepPlayer } from '#contract/draft'
import { removeKeeper } from '#contract/draft-room'
import { requestOnline } from '../net/request.ts'
import { keepers } from './draft.ts'

/** The answer is the team's current keepers; boxes and status are refetched (spec, section 4). */
const keeperChange = (client: QueryClient, teamId: number, change: (playerId: number) => Promise<Keeper[]>) =>
  mutationOptions({
    mutationKey: ['choose-keeper'],
    mutationFn: change,
    onSuccess: (chosen) => client.setQueryData(keepers(teamId).queryKey, chosen),
    onSettled: async () => {
      await Promise.all(
        [['keepers', teamId], ['keeper-boxes'], ['keepers-status']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      )
    },
  })

export const chooseKeeper = (client: QueryClient, teamId: number) =>
  keeperChange(client, teamId, (playerId) => requestOnline(keepPlayer, { params: { teamId, playerId } }))

/** Beyond the specification: the team keeps nobody. */
export const takeBackKeeper = (client: QueryClient, teamId: number) =>
  keeperChange(client, teamId, (playerId) => requestOnline(removeKeeper, { params: { teamId, playerId } }))
