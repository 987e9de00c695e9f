import type { QueryClient } from '@tanstack/react-query'
import type { DraftBox } from '#contract/draft'
import { LiveMessage } from '#contract/live'
import { reportAnswer } from '../offline/connection.ts'
import {
  DRAFT_SUBJECTS,
  isLaterPick,
  keepMadePick,
  lastDrafted,
  type MadePick,
  pickSequence,
  withPicks,
} from './draft.ts'

/** What came over the channel, if it is a message we know; others are ignored (spec, section 4). */
const readMessage = async (text: string): Promise<LiveMessage | null> => {
  const { fitsSchema } = await import('../offline/answer-check.ts')
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

/** Picks out the queries of a draft. */
const aboutDraft = {
  predicate: ({ queryKey: [subject] }: { queryKey: readonly unknown[] }) =>
    DRAFT_SUBJECTS.some((each) => each === subject),
}

/** By client: the subjects with a reload that has not begun. */
const reloading = new WeakMap<QueryClient, Set<string>>()

/**
 * Has a subject fetched anew, once for all messages that come before it begins. What is under way is awaited: on a
 * network slower than the messages each of them would give up the answer of the one before, and none would arrive.
 */
const reloadSoon = async (client: QueryClient, subject: (typeof DRAFT_SUBJECTS)[number]): Promise<void> => {
  const subjects = reloading.get(client) ?? new Set()
  reloading.set(client, subjects)
  if (subjects.has(subject)) return
  subjects.add(subject)
  const queryKey = [subject]
  const underWay = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  await Promise.allSettled(underWay.map(({ promise }) => promise))
  subjects.delete(subject)
  await client.invalidateQueries({ queryKey }, { cancelRefetch: false })
}

/**
 * Shows what a message says of a subject that it tells whole. An answer that is on its way may be older and is asked for
 * once more, but not given up: it may be the one that was asked for after a pick.
 */
const showAndReload = (client: QueryClient, subject: 'pick-sequence' | 'last-drafted', show: () => void): void => {
  const isAsked = client.isFetching({ queryKey: [subject] }) > 0
  show()
  if (isAsked) void reloadSoon(client, subject)
}

/** A pick is shown, and reloads boxes and lists; a new sequence takes the old one's place. */
export const applyLiveMessage = async (client: QueryClient, text: string): Promise<void> => {
  reportAnswer()
  const message = await readMessage(text)
  if (message?.type === 'PICK_SEQUENCE_UPDATED') {
    showAndReload(client, 'pick-sequence', () => client.setQueryData(pickSequence().queryKey, message.pickSequence))
  }
  if (message?.type === 'PLAYER_DRAFTED') {
    const { draftedPlayer } = message
    showAndReload(client, 'last-drafted', () =>
      client.setQueryData(lastDrafted().queryKey, (shown) =>
        isLaterPick(draftedPlayer, shown) ? draftedPlayer : shown,
      ),
    )
    showPick(client, draftedPlayer)
    void reloadSoon(client, 'draft-boxes')
    void reloadSoon(client, 'drafted-players')
  }
}

const onScreen = (client: QueryClient) => client.getQueryCache().findAll({ type: 'active', ...aboutDraft })

/** Whether everything of the draft that is on screen was fetched when it was last asked for. */
export const isDraftCurrent = (client: QueryClient): boolean =>
  onScreen(client).every(({ state }) => state.error === null)

/** Everything of the draft that is on screen, fetched anew; a request that is under way is given up for a newer one. */
export const refetchDraft = async (client: QueryClient): Promise<boolean> => {
  const isFirst = onScreen(client).some(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
  await client.invalidateQueries(aboutDraft)
  // The library gives up no first request; its answer may be older than what is asked for here.
  if (isFirst) await client.invalidateQueries(aboutDraft)
  return isDraftCurrent(client)
}
