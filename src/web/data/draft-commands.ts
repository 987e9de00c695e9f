import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/call'
import { draftPlayer, getOutsidePlayer } from '#contract/draft'
import { draftForTeam as draftAsAdmin } from '#contract/draft-room'
import type { DraftBoxName } from '#contract/limits'
import { messages } from '#contract/messages'
import { ALSO_IN_DRAFT, CallError, fieldOf, parseBody, readRefusal, wordsOf } from '../net/call-error.ts'
import { requestOnline } from '../net/request.ts'
import { pickSequence } from './draft.ts'
import { refetchDraft, showPick } from './live-draft.ts'
import { sendChange } from './send-change.ts'

export interface WantedPlayer {
  readonly playerId: number
  /** For a player who is in no box: the box to draft them into. */
  readonly box?: DraftBoxName
}

/** Shown in place of a pick, and of the buttons for one. */
export const DRAFT_OFFLINE = "You're offline. Nothing was drafted."

/** The team's pick: its member's, or an admin's for it. `isSeen`: whether the member sees that it is being sent. */
export const draftForTeam = (client: QueryClient, teamId: number, isSeen: () => boolean, isByAdmin = false) =>
  mutationOptions({
    mutationFn: async ({ playerId, box }: WantedPlayer): Promise<void> => {
      const input = { params: { teamId, playerId }, query: { box } }
      const where = { isSeen, place: 'Draft', offline: DRAFT_OFFLINE }
      await sendChange(client, isByAdmin ? draftAsAdmin : draftPlayer, input, where)
      const own = client.getQueryData(pickSequence().queryKey)?.find((pick) => pick.teamId === teamId)
      if (own) showPick(client, { playerId, teamId, teamShortName: own.teamShortName })
    },
    // The board, the sequence and the last pick are refetched whatever the result (spec, section 2).
    onSettled: () => refetchDraft(client),
  })

const SEARCH_OFFLINE = "You're offline. The search needs a connection."

export const outsideSearch = () =>
  mutationOptions({
    mutationFn: (playerId: number) => requestOnline(getOutsidePlayer, { params: { playerId } }, SEARCH_OFFLINE),
  })

// The error messages; each call has its own rule (spec, section 8).

/** A pick: the server's words as they stand, or the status with the text that came, or with none. */
export const draftFailure = (error: Error): string => {
  if (!(error instanceof CallError) || error.status < 400) return error.message
  const body = parseBody(error.text)
  const words = fieldOf(body, 'message', 'messageText', ALSO_IN_DRAFT)
  if (words !== null) return words
  return error.kind === 'login' ? error.message : `HTTP ${error.status}: ${wordsOf(body) ?? draftPlayer.failure}`
}

/** A keeper or a tag. */
export const choiceFailure = (error: Error, { failure }: Call): string =>
  error instanceof CallError && error.kind === 'http'
    ? readRefusal(parseBody(error.text), failure, ALSO_IN_DRAFT).message
    : error.message

/** The search for a player who is in no box: only a 400 is shown in the server's words. */
export const searchFailure = (error: Error): string => {
  // With a code, but no status, it was not even sent.
  if (error instanceof CallError && error.status === 0 && error.code !== null) return error.message
  if (!(error instanceof CallError) || error.status !== 400) return messages.outsideSearchFailed
  return wordsOf(parseBody(error.text), ALSO_IN_DRAFT) ?? messages.outsideSearchBad
}
