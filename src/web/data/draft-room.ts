import type { QueryClient } from '@tanstack/react-query'
import {
  type Clock,
  type DraftingTeam,
  getDraftLog,
  getDraftRoom,
  getPickList,
  getPresence,
} from '#contract/draft-room'
import { callQuery, readQuery, readThrough } from './call-query.ts'

// Beyond the specification: only fetched where the server announces `draft-room`.

const FRESH_MS = 0

/** The clock in this device's time, whose own may be minutes wrong. */
export interface ShownClock {
  readonly secondsPerPick: number
  readonly isPaused: boolean
  /** When the turn ends or has ended, ms; null while no time runs. */
  readonly endsAt: number | null
  /** What is left of the turn in a pause. */
  readonly leftMs: number | null
}

/** The clock as it has just been heard. */
const shownClock = ({ secondsPerPick, isPaused, deadlineAt, leftMs, now }: Clock): ShownClock => ({
  secondsPerPick,
  isPaused,
  endsAt: deadlineAt == null ? null : Date.now() + Date.parse(deadlineAt) - Date.parse(now),
  leftMs: leftMs ?? null,
})

export interface ShownRoom {
  readonly clock: ShownClock
  readonly teams: readonly DraftingTeam[]
}

export const draftRoom = () =>
  readQuery(
    ['draft-room'],
    async (context): Promise<ShownRoom> => {
      const { clock, teams } = await readThrough(context, getDraftRoom, {})
      return { clock: shownClock(clock), teams }
    },
    FRESH_MS,
  )

/** Shows the clock of a message, ahead of the refetch of the room that follows. */
export const showClock = (client: QueryClient, clock: Clock): void => {
  client.setQueryData(draftRoom().queryKey, (room) => room && { ...room, clock: shownClock(clock) })
}

export const pickList = (teamId: number) =>
  callQuery(['pick-list', teamId], getPickList, { params: { teamId } }, FRESH_MS)
export const draftLog = () => callQuery(['draft-log'], getDraftLog, {}, FRESH_MS)
export const presence = () => callQuery(['draft-presence'], getPresence, {}, FRESH_MS)
