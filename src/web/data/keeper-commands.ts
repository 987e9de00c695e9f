import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { keepPlayer } from '#contract/draft'
import { request } from './client.ts'
import { keepers } from './draft.ts'

/** The answer is the team's current keepers; boxes and status are refetched (spec, section 4). */
export const chooseKeeper = (client: QueryClient, teamId: number) =>
  mutationOptions({
    mutationKey: ['choose-keeper'],
    mutationFn: (playerId: number) => request(keepPlayer, { params: { teamId, playerId } }),
    onSuccess: (chosen) => client.setQueryData(keepers(teamId).queryKey, chosen),
    onSettled: async () => {
      await Promise.all(
        [['keepers', teamId], ['keeper-boxes'], ['keepers-status']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
