import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { getTeamPlayers, putLineup, putScratchStatus, type RosterEntry, type ScratchStatus } from '#contract/roster'
import { isInDoubt, isUnreachable } from '../net/call-error.ts'
import { request, requestOnline } from '../net/request.ts'
import { rosterChanges, rosterEntry, teamPlayers } from './roster.ts'

/** Who goes out and who comes in, by player id; null for nobody. */
export interface LineupChange {
  readonly scratch: number | null
  readonly dress: number | null
  /** Whether the server changes both or neither in one call; otherwise there are two. */
  readonly inOneCall: boolean
}

/** The new entries of those who were changed, by player id. */
type Changed = ReadonlyMap<number, RosterEntry>

/** Of two changes the first was made and the second was not; `cause` says why. */
export class HalfChanged extends Error {
  override readonly name = 'HalfChanged'
  readonly made: Changed

  constructor(made: Changed, cause: Error) {
    super(cause.message, { cause })
    this.made = made
  }
}

const NOT_MADE = `${putScratchStatus.failure}. No answer came, and nothing was changed: please try again.`
const OPEN = `${putScratchStatus.failure}. No answer came: whether anything was changed shows once the connection is back.`

/** Never sent again blindly: after a lost answer the roster tells whether the change was made. */
const lookUp = async (
  teamId: number,
  wanted: readonly (readonly [number, ScratchStatus])[],
  error: unknown,
): Promise<Changed> => {
  const items = await request(getTeamPlayers, { params: { teamId }, query: { current: true } }).catch(() => null)
  if (!items) throw new Error(OPEN, { cause: error })
  const entries = new Map(items.map(({ player, rosterEntry }) => [player.id, rosterEntry]))
  const found = wanted.flatMap(([playerId, status]) => {
    const entry = entries.get(playerId)
    return entry && (entry.scratched === true) === (status === 'scratched') ? [[playerId, entry] as const] : []
  })
  if (found.length === wanted.length) return new Map(found)
  // A fault is an answer, with a sentence of its own.
  throw isUnreachable(error) ? new Error(NOT_MADE, { cause: error }) : error
}

const changeOne = async (teamId: number, playerId: number, status: ScratchStatus): Promise<Changed> => {
  try {
    const input = { params: { teamId, playerId }, query: { 'scratch-status': status } }
    return new Map([[playerId, await requestOnline(putScratchStatus, input)]])
  } catch (error) {
    if (!isInDoubt(error)) throw error
    return lookUp(teamId, [[playerId, status]], error)
  }
}

const changeBoth = async (teamId: number, scratch: number, dress: number): Promise<Changed> => {
  try {
    const { scratched, dressed } = await requestOnline(putLineup, { params: { teamId }, body: { scratch, dress } })
    return new Map([
      [scratch, scratched],
      [dress, dressed],
    ])
  } catch (error) {
    if (!isInDoubt(error)) throw error
    const wanted = [[scratch, 'scratched'] as const, [dress, 'dressed'] as const]
    return lookUp(teamId, wanted, error)
  }
}

const change = async (teamId: number, { scratch, dress, inOneCall }: LineupChange): Promise<Changed> => {
  if (scratch !== null && dress !== null && inOneCall) return changeBoth(teamId, scratch, dress)
  // The one who goes out makes the room.
  const made = scratch === null ? new Map<number, RosterEntry>() : await changeOne(teamId, scratch, 'scratched')
  if (dress === null) return made
  try {
    return new Map([...made, ...(await changeOne(teamId, dress, 'dressed'))])
  } catch (error) {
    throw made.size > 0 && error instanceof Error ? new HalfChanged(made, error) : error
  }
}

/** Shows the new entries wherever they are shown, and refetches the lists that depend on them. */
const show = async (client: QueryClient, teamId: number, changed: Changed): Promise<void> => {
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
export const changeLineup = (teamId: number) =>
  mutationOptions({
    mutationKey: ['lineup', teamId],
    mutationFn: (wanted: LineupChange) => change(teamId, wanted),
    onSuccess: (changed, _wanted, _before, { client }) => show(client, teamId, changed),
    onError: async (error, { scratch, dress }, _before, { client }) => {
      if (error instanceof HalfChanged) return show(client, teamId, error.made)
      // Refused, or no answer: what is on screen may be out of date.
      for (const playerId of [scratch, dress])
        if (playerId !== null) void client.invalidateQueries({ queryKey: rosterEntry(teamId, playerId).queryKey })
      void client.invalidateQueries({ queryKey: ['team-players', teamId] })
    },
  })
