import type { QueryClient } from '@tanstack/react-query'
import type { DraftBox, DraftedPlayer } from '#contract/draft'
import { LiveMessage } from '#contract/live'
import { reportAnswer } from '../offline/connection.ts'
import { DRAFT_SUBJECTS, isLaterPick, lastDrafted, pickSequence } from './draft.ts'

/** What came over the channel, if it is a message we know; others are ignored (spec, section 4). */
const readMessage = async (text: string): Promise<LiveMessage | null> => {
  const { fitsSchema } = await import('./answer-check.ts')
  try {
    const body: unknown = JSON.parse(text)
    return fitsSchema(LiveMessage, body) ? body : null
  } catch {
    return null
  }
}

export type MadePick = Pick<DraftedPlayer, 'playerId' | 'teamId' | 'teamShortName'>

const SHOWN_MS = 50

/** Passes while the frame with a pick is drawn, which a reload would hold up on a slow phone. */
export const frameOfPick = () => new Promise<void>((resolve) => setTimeout(resolve, SHOWN_MS))

/**
 * Shows a pick that the server has told of on every board that has the player, before the reload that follows it. An
 * answer that is on its way may be older than the pick.
 */
export const showPick = async (client: QueryClient, { playerId, teamId, teamShortName }: MadePick): Promise<void> => {
  const queryKey = ['draft-boxes']
  await client.cancelQueries({ queryKey })
  const picked = (box: DraftBox): DraftBox => ({
    ...box,
    players: box.players.map((each) =>
      each.playerId === playerId ? { ...each, teamId, teamShortName, isDrafted: true } : each,
    ),
  })
  client.setQueriesData<DraftBox[]>({ queryKey }, (boxes) =>
    boxes?.map((box) => (box.players.some((each) => each.playerId === playerId) ? picked(box) : box)),
  )
}

/**
 * A pick is shown, and reloads boxes and lists; a new sequence takes the old one's place. An answer that is on its way
 * may be older than the message.
 */
export const applyLiveMessage = async (client: QueryClient, text: string): Promise<void> => {
  reportAnswer()
  const message = await readMessage(text)
  if (message?.type === 'PICK_SEQUENCE_UPDATED') {
    const { queryKey } = pickSequence()
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, message.pickSequence)
  }
  if (message?.type === 'PLAYER_DRAFTED') {
    const { draftedPlayer } = message
    const { queryKey } = lastDrafted()
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (shown) => (isLaterPick(draftedPlayer, shown) ? draftedPlayer : shown))
    await showPick(client, draftedPlayer)
    const reloaded = ['draft-boxes', 'drafted-players']
    void frameOfPick().then(() => reloaded.map((subject) => client.invalidateQueries({ queryKey: [subject] })))
  }
}

const isDraft = {
  predicate: ({ queryKey: [subject] }: { queryKey: readonly unknown[] }) =>
    DRAFT_SUBJECTS.some((known) => known === subject),
}

const onScreen = (client: QueryClient) => client.getQueryCache().findAll({ type: 'active', ...isDraft })

/** Whether everything of the draft that is on screen was fetched when it was last asked for. */
export const isDraftTrue = (client: QueryClient): boolean => onScreen(client).every(({ state }) => state.error === null)

/** Everything of the draft that is on screen, fetched anew; a request that is under way is given up for a newer one. */
export const refetchDraft = async (client: QueryClient): Promise<boolean> => {
  const isFirst = onScreen(client).some(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
  await client.invalidateQueries(isDraft)
  // The library gives up no first request; its answer may be older than what is asked for here.
  if (isFirst) await client.invalidateQueries(isDraft)
  return isDraftTrue(client)
}
