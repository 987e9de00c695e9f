import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { putLineup, putScratchStatus, type RosterEntry, type ScratchStatus } from '#contract/roster'
import { rosterChanges, rosterEntry, teamPlayers } from './roster.ts'
import { sendChange } from './send-change.ts'

/** Who goes out and who comes in, by player id; null for nobody. */
export interface LineupChange {
  readonly scratch: number | null
  readonly dress: number | null
  /** Whether the server changes both or neither in one call; otherwise there are two. */
  readonly inOneCall: boolean
}

/** The new entries of those who were changed, by player id. */
type Entries = ReadonlyMap<number, RosterEntry>

interface Changed {
  readonly entries: Entries
  /** Why the second of two calls, who comes in, failed. */
  readonly failure: Error | null
}

const PLACE = 'My Team'

const change = async (
  client: QueryClient,
  teamId: number,
  { scratch, dress, inOneCall }: LineupChange,
  isSeen: () => boolean,
): Promise<Changed> => {
  const where = { isSeen, place: PLACE }
  const changeOne = async (playerId: number, status: ScratchStatus): Promise<Entries> => {
    const input = { params: { teamId, playerId }, query: { 'scratch-status': status } }
    return new Map([[playerId, await sendChange(client, putScratchStatus, input, where)]])
  }
  if (dress === null)
    return { entries: scratch === null ? new Map() : await changeOne(scratch, 'scratched'), failure: null }
  if (scratch === null) return { entries: await changeOne(dress, 'dressed'), failure: null }
  if (inOneCall) {
    const { scratched, dressed } = await sendChange(
      client,
      putLineup,
      { params: { teamId }, body: { scratch, dress } },
      where,
    )
    return {
      entries: new Map([
        [scratch, scratched],
        [dress, dressed],
      ]),
      failure: null,
    }
  }
  // The one who goes out makes the room.
  const out = await changeOne(scratch, 'scratched')
  try {
    return { entries: new Map([...out, ...(await changeOne(dress, 'dressed'))]), failure: null }
  } catch (error) {
    return { entries: out, failure: error instanceof Error ? error : new Error(putScratchStatus.failure) }
  }
}

/** Shows the new entries wherever they are shown, and refetches the lists that depend on them. */
const show = async (client: QueryClient, teamId: number, changed: Entries): Promise<void> => {
  const list = teamPlayers(teamId, true).queryKey
  const keys = [list, ...[...changed.keys()].map((playerId) => rosterEntry(teamId, playerId).queryKey)]
  // A request from before the change must not overwrite it.
  await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })))
  for (const [playerId, entry] of changed) client.setQueryData(rosterEntry(teamId, playerId).queryKey, entry)
  client.setQueryData(list, (items) =>
    items?.map((item) => {
      const entry = changed.get(item.player.id)
      return entry ? { ...item, rosterEntry: entry } : item
    }),
  )
  // Unmounted queries too: offline, they would show the lineup from before the change.
  void client.invalidateQueries({ queryKey: ['team-players', teamId], refetchType: 'all' })
  void client.invalidateQueries({ queryKey: rosterChanges().queryKey, refetchType: 'all' })
}

/** Scratches, dresses, or both. The answer is the players' new entries, which are shown at once. */
export const changeLineup = (client: QueryClient, teamId: number, isSeen: () => boolean) =>
  mutationOptions({
    mutationKey: ['lineup', teamId],
    mutationFn: (wanted: LineupChange) => change(client, teamId, wanted, isSeen),
    onSuccess: ({ entries }) => show(client, teamId, entries),
    onError: (_error, { scratch, dress }) => {
      // Refused, or no answer: what is on screen may be out of date.
      for (const playerId of [scratch, dress])
        if (playerId !== null) void client.invalidateQueries({ queryKey: rosterEntry(teamId, playerId).queryKey })
      void client.invalidateQueries({ queryKey: ['team-players', teamId] })
    },
  })
