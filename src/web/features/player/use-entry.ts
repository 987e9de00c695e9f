import { useQuery } from '@tanstack/react-query'
import type { TeamRef } from '#contract/call'
import type { RosterEntry } from '#contract/roster'
import { isTransport } from '../../data/call-error.ts'
import { rosterEntry, teamPlayers } from '../../data/roster.ts'
import type { Fed } from '../screen/data-screen.tsx'
import type { ShownPlayer } from './use-player.ts'

export interface ShownEntry extends Fed {
  readonly data: RosterEntry | undefined
  /** The server knows nothing of his time with the team. */
  readonly isRefused: boolean
}

/** A player's time with a pool team; until it is there, or when it cannot be had, what the list of the team says. */
export function useEntry(player: ShownPlayer, playerId: number, team: TeamRef | null | undefined): ShownEntry {
  const teamId = team?.id ?? 0
  const isAsked = Boolean(player.data?.name && team)
  const { data, dataUpdatedAt, error, isError, refetch } = useQuery({
    ...rosterEntry(teamId, playerId),
    enabled: isAsked,
  })
  const isRefused = isError && !isTransport(error)
  // What could not be had of the player cannot be had of this either: the list is not waited for twice.
  const enabled = isAsked && data === undefined && !isRefused && (isError || player.isError)
  const list = useQuery({ ...teamPlayers(teamId, true), enabled })
  if (data !== undefined || isRefused) return { data, dataUpdatedAt, isError, refetch, isRefused }
  const listed = list.data?.find((item) => item.player.id === playerId)?.rosterEntry
  if (listed) return { data: listed, dataUpdatedAt: list.dataUpdatedAt, isError, refetch, isRefused }
  return { data: undefined, dataUpdatedAt: 0, isError: isError && !list.isFetching, refetch, isRefused }
}
