import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { type Keeper, keepPlayer } from '#contract/draft'
import { removeKeeper } from '#contract/draft-room'
import { keepers } from './draft.ts'
import { sendChange } from './send-change.ts'

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

const PLACE = 'Keepers'

export const chooseKeeper = (client: QueryClient, teamId: number, isSeen: () => boolean) =>
  keeperChange(client, teamId, (playerId) =>
    sendChange(client, keepPlayer, { params: { teamId, playerId } }, { isSeen, place: PLACE }),
  )

/** Beyond the specification: the team keeps nobody. */
export const takeBackKeeper = (client: QueryClient, teamId: number, isSeen: () => boolean) =>
  keeperChange(client, teamId, (playerId) =>
    sendChange(client, removeKeeper, { params: { teamId, playerId } }, { isSeen, place: PLACE }),
  )
