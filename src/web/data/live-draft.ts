import type { QueryClient } from '@tanstack/react-query'
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

/** A pick reloads boxes and lists; a new sequence takes the old one's place. */
export const applyLiveMessage = async (client: QueryClient, text: string): Promise<void> => {
  reportAnswer()
  const message = await readMessage(text)
  if (message?.type === 'PICK_SEQUENCE_UPDATED') {
    const { queryKey } = pickSequence()
    // An answer that is on its way may be older than the message.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, message.pickSequence)
  }
  if (message?.type === 'PLAYER_DRAFTED') {
    const { draftedPlayer } = message
    client.setQueryData(lastDrafted().queryKey, (shown) => (isLaterPick(draftedPlayer, shown) ? draftedPlayer : shown))
    for (const subject of ['draft-boxes', 'drafted-players']) void client.invalidateQueries({ queryKey: [subject] })
  }
}

/** Everything of the draft that is on screen, fetched anew; a request that is under way is given up for a newer one. */
export const refetchDraft = async (client: QueryClient): Promise<boolean> => {
  const isDraft = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => isDraftSubject(queryKey[0]) }
  await client.invalidateQueries(isDraft)
  return client
    .getQueryCache()
    .findAll({ type: 'active', ...isDraft })
    .every(({ state }) => state.error === null)
}

const isDraftSubject = (subject: unknown): boolean => DRAFT_SUBJECTS.some((known) => known === subject)
