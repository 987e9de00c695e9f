import type { QueryClient } from '@tanstack/react-query'
import type { DraftBox } from '#contract/draft'
import { LiveMessage } from '#contract/live'
import { reportAnswer } from '../offline/connection.ts'
import { DRAFT_SUBJECTS, isLaterPick, lastDrafted, pickSequence } from './draft.ts'
import { keepMadePick, type MadePick, withPicks } from './made-picks.ts'

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

/** Shows a pick on every board that has the player, before the reload that follows it. */
export const showPick = (client: QueryClient, pick: MadePick): void => {
  keepMadePick(client, pick)
  client.setQueriesData<DraftBox[]>({ queryKey: ['draft-boxes'] }, (boxes) => boxes && withPicks(boxes, [pick]))
}

/** Picks out the queries about these subjects. */
const about = (subjects: readonly string[]) => ({
  predicate: ({ queryKey: [subject] }: { queryKey: readonly unknown[] }) => subjects.some((each) => each === subject),
})
const aboutPicks = about(['draft-boxes', 'drafted-players'])
const aboutDraft = about(DRAFT_SUBJECTS)

/** Clients with a reload that has not begun. */
const reloading = new WeakSet<QueryClient>()

/**
 * Has boxes and lists fetched anew, once for all picks that come before it begins. What is under way is awaited: on a
 * network slower than the picks each of them would give up the answer of the one before, and none would arrive.
 */
const reloadSoon = async (client: QueryClient): Promise<void> => {
  if (reloading.has(client)) return
  reloading.add(client)
  const underWay = client.getQueryCache().findAll({ fetchStatus: 'fetching', ...aboutPicks })
  await Promise.allSettled(underWay.map(({ promise }) => promise))
  reloading.delete(client)
  await client.invalidateQueries(aboutPicks, { cancelRefetch: false })
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
    showPick(client, draftedPlayer)
    void reloadSoon(client)
  }
}

const onScreen = (client: QueryClient) => client.getQueryCache().findAll({ type: 'active', ...aboutDraft })

/** Whether everything of the draft that is on screen was fetched when it was last asked for. */
export const isDraftTrue = (client: QueryClient): boolean => onScreen(client).every(({ state }) => state.error === null)

/** Everything of the draft that is on screen, fetched anew; a request that is under way is given up for a newer one. */
export const refetchDraft = async (client: QueryClient): Promise<boolean> => {
  const isFirst = onScreen(client).some(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
  await client.invalidateQueries(aboutDraft)
  // The library gives up no first request; its answer may be older than what is asked for here.
  if (isFirst) await client.invalidateQueries(aboutDraft)
  return isDraftTrue(client)
}
