import type { QueryClient } from '@tanstack/react-query'
import type { DraftBox, DraftedPlayer } from '#contract/draft'

/** A pick that the server has told of, by a message or by its answer. */
export type MadePick = Pick<DraftedPlayer, 'playerId' | 'teamId' | 'teamShortName'>

const queryKey = ['made-picks']

/** In the order in which this client heard of them, since it was started. */
export const madePicks = (client: QueryClient): readonly MadePick[] =>
  client.getQueryData<readonly MadePick[]>(queryKey) ?? []

export const keepMadePick = (client: QueryClient, pick: MadePick): void => {
  client.setQueryData<readonly MadePick[]>(queryKey, [...madePicks(client), pick])
}

/** The board with these picks on it. Boxes that have none of the players stay the same. */
export const withPicks = (boxes: readonly DraftBox[], picks: readonly MadePick[]): DraftBox[] => {
  const made = new Map(picks.map((pick) => [pick.playerId, pick]))
  return boxes.map((box) =>
    box.players.some(({ playerId }) => made.has(playerId))
      ? {
          ...box,
          players: box.players.map((player) => {
            const pick = made.get(player.playerId)
            if (!pick) return player
            return { ...player, teamId: pick.teamId, teamShortName: pick.teamShortName, isDrafted: true }
          }),
        }
      : box,
  )
}
