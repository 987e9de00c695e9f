import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { draftPlayer, getDraftedPlayers, getOutsidePlayer, putTag } from '#contract/draft'
import { draftForTeam as draftAsAdmin } from '#contract/draft-room'
import { errorSentences } from '#contract/errors'
import type { DraftBoxName } from '#contract/limits'
import { CallError } from '../net/call-error.ts'
import { request, requestOnline } from '../net/request.ts'
import { draftBoxes, pickSequence } from './draft.ts'
import { refetchDraft, showPick } from './live-draft.ts'

export interface WantedPlayer {
  readonly playerId: number
  /** For a player who is in no box: the box to draft them into. */
  readonly box?: DraftBoxName
}

/** Said in place of a pick, and of the buttons for one. */
export const DRAFT_OFFLINE = "You're offline. Nothing was drafted."

/** Its message says what is known about a pick whose answer never came. */
class Unanswered extends Error {}

/**
 * A pick is never resent automatically: it could take the turn of a later pick. Where no answer came, the list of drafted
 * players shows whether it was made.
 */
const findOut = async (
  failed: CallError,
  { teamId, playerId }: { teamId: number; playerId: number },
): Promise<void> => {
  const drafted = await request(getDraftedPlayers, { query: { drafted: true } }).catch(() => null)
  if (!drafted) throw new Unanswered('No answer came. Whether the pick counts shows once the connection is back.')
  const pick = drafted.find((each) => each.playerId === playerId)
  // A gateway did answer: its error is more specific.
  if (!pick && failed.status >= 400) throw failed
  if (!pick) throw new Unanswered('No answer came, and the player has not been drafted. Please try again.')
  if (pick.teamId !== teamId) throw new Unanswered(errorSentences.PLAYER_TAKEN)
}

/** The team's pick: its member's, or an admin's for it. */
export const draftForTeam = (client: QueryClient, teamId: number, isByAdmin = false) =>
  mutationOptions({
    mutationKey: ['draft-player'],
    mutationFn: async ({ playerId, box }: WantedPlayer): Promise<void> => {
      try {
        const input = { params: { teamId, playerId }, query: { box } }
        await requestOnline(isByAdmin ? draftAsAdmin : draftPlayer, input, DRAFT_OFFLINE)
      } catch (error) {
        // With a code it was not even sent.
        if (!(error instanceof CallError) || error.kind !== 'network' || error.code !== null) throw error
        await findOut(error, { teamId, playerId })
      }
      const own = client.getQueryData(pickSequence().queryKey)?.find((pick) => pick.teamId === teamId)
      if (own) showPick(client, { playerId, teamId, teamShortName: own.teamShortName })
    },
    // The board, the sequence and the last pick are refetched whatever the result (spec, section 2).
    onSettled: () => refetchDraft(client),
  })

interface Tagged {
  readonly playerId: number
  /** Empty removes the tag. */
  readonly tag: string
}

/** Optimistic; where it could not be saved the refetched board has the old tag again. */
export const saveTag = (client: QueryClient, teamId: number) => {
  const { queryKey } = draftBoxes(teamId)
  return mutationOptions({
    mutationKey: ['save-tag'],
    mutationFn: ({ playerId, tag }: Tagged) => requestOnline(putTag, { params: { teamId, playerId }, body: tag }),
    onMutate: async ({ playerId, tag }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (boxes) =>
        boxes?.map((box) => ({
          ...box,
          players: box.players.map((player) => (player.playerId === playerId ? { ...player, tag } : player)),
        })),
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

const SEARCH_OFFLINE = "You're offline. The search needs a connection."

/** Looks up a player who is in no box. */
export const outsideSearch = () =>
  mutationOptions({
    mutationKey: ['outside-player'],
    mutationFn: (playerId: number) => requestOnline(getOutsidePlayer, { params: { playerId } }, SEARCH_OFFLINE),
  })
