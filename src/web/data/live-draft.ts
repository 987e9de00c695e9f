import type { QueryClient } from '@tanstack/react-query'
import type { DraftBox, DraftedPlayer } from '#contract/draft'
import { LiveMessage } from '#contract/draft-room'
import { fitsSchema } from '../net/answer-check.ts'
import { reportAnswer } from '../net/connection.ts'
import {
  DRAFT_SUBJECTS,
  dropMadePick,
  isLaterPick,
  keepMadePick,
  lastDrafted,
  type MadePick,
  pickSequence,
  withPicks,
} from './draft.ts'
import { showClock } from './draft-room.ts'
import { useQueryCache } from './query-client.ts'

const TAKEN_BACK_KEY = ['taken-back']

/** As far as something on the device has the name. */
const nameOf = (client: QueryClient, playerId: number): string => {
  const boards = client.getQueriesData<DraftBox[]>({ queryKey: ['draft-boxes'] })
  const known = [
    ...boards.flatMap(([, boxes]) => boxes?.flatMap(({ players }) => players) ?? []),
    // Who was in no box.
    ...(client.getQueryData<DraftedPlayer[]>(['drafted-players']) ?? []),
    client.getQueryData<DraftedPlayer | null>(['last-drafted']),
  ]
  return known.find((player) => player?.playerId === playerId)?.name ?? 'A player'
}

/** The player of the pick that was taken back last, by name, until the next pick is made. */
export const useTakenBack = (): string | null =>
  useQueryCache((client) => client.getQueryData<string | null>(TAKEN_BACK_KEY) ?? null)

/** A message from the channel, if it is of a known type; others are ignored (spec, section 4). */
const readMessage = (text: string): LiveMessage | null => {
  try {
    const body: unknown = JSON.parse(text)
    return fitsSchema(LiveMessage, body) ? body : null
  } catch {
    return null
  }
}

/** Shows a pick on every board that has the player, ahead of the refetch that follows. */
export const showPick = (client: QueryClient, pick: MadePick): void => {
  keepMadePick(client, pick)
  client.setQueryData<string | null>(TAKEN_BACK_KEY, null)
  client.setQueriesData<DraftBox[]>({ queryKey: ['draft-boxes'] }, (boxes) => boxes && withPicks(boxes, [pick]))
}

/** Picks out the queries of a draft. */
const aboutDraft = {
  predicate: ({ queryKey: [subject] }: { queryKey: readonly unknown[] }) =>
    DRAFT_SUBJECTS.some((each) => each === subject),
}

/** By client: the subjects with a scheduled refetch that has not started. */
const reloading = new WeakMap<QueryClient, Set<string>>()

/**
 * Refetches a subject, once for all messages that arrive before it starts. A fetch already under way is awaited: on a
 * network slower than the messages, each would otherwise cancel the one before, and none would ever arrive.
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
 * Applies a message that carries the whole subject. A fetch under way may be older, so it is followed by another; it
 * is not cancelled, since it may be the one that was requested after a pick.
 */
const showAndReload = (client: QueryClient, subject: 'pick-sequence' | 'last-drafted', show: () => void): void => {
  const isFetching = client.isFetching({ queryKey: [subject] }) > 0
  show()
  if (isFetching) void reloadSoon(client, subject)
}

/**
 * A pick is shown at once and then refetched with its lists; a new sequence replaces the old one. Without waiting: what
 * comes together is drawn together.
 */
export const applyLiveMessage = (client: QueryClient, text: string): void => {
  reportAnswer()
  const message = readMessage(text)
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
    for (const subject of ['draft-boxes', 'drafted-players', 'draft-log', 'pick-list'] as const) {
      void reloadSoon(client, subject)
    }
  }
  if (message?.type === 'PICK_TAKEN_BACK') {
    client.setQueryData<string | null>(TAKEN_BACK_KEY, nameOf(client, message.playerId))
    dropMadePick(client, message.playerId)
    for (const subject of DRAFT_SUBJECTS) void reloadSoon(client, subject)
  }
  if (message?.type === 'DRAFT_ROOM_UPDATED') {
    showClock(client, message.clock)
    void reloadSoon(client, 'draft-room')
    void reloadSoon(client, 'draft-log')
  }
}

const onScreen = (client: QueryClient) => client.getQueryCache().findAll({ type: 'active', ...aboutDraft })

/** Whether the latest fetch of all draft data on screen succeeded. */
export const isDraftCurrent = (client: QueryClient): boolean =>
  onScreen(client).every(({ state }) => state.error === null)

/** Refetches all draft data on screen; a request under way is cancelled in favour of a newer one. */
export const refetchDraft = async (client: QueryClient): Promise<boolean> => {
  const isFirst = onScreen(client).some(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
  await client.invalidateQueries(aboutDraft)
  // The library does not cancel a query's first request, whose answer may be older than wanted here.
  if (isFirst) await client.invalidateQueries(aboutDraft)
  return isDraftCurrent(client)
}
