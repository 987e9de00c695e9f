import { useQuery } from '@tanstack/react-query'
import type { RosterEntry, RosterItem } from '#contract/roster'
import { isTransport } from '../../data/call-error.ts'
import { rosterEntry, teamPlayers } from '../../data/roster.ts'
import type { Fed } from '../screen/data-screen.tsx'
import { ownOrListed } from './own-or-listed.ts'
import type { ShownPlayer } from './use-player.ts'

export interface ShownEntry extends Fed {
  readonly data: RosterEntry | undefined
  /** Only of a player with a name and a team (spec, section 7). */
  readonly isAsked: boolean
  /** The server knows nothing of his time with the team. */
  readonly isRefused: boolean
}

/** A player's time with his pool team; until it is there, or when it cannot be had, what the list of the team says. */
export function useEntry({ data: player, isError: isCut }: ShownPlayer, playerId: number): ShownEntry {
  const teamId = player?.team?.id ?? 0
  const isAsked = Boolean(player?.name && player.team)
  const own = useQuery({ ...rosterEntry(teamId, playerId), enabled: isAsked })
  const { data, error, isError } = own
  const isRefused = isError && !isTransport(error)
  // What could not be had of the player cannot be had of this either: the list is not waited for twice.
  const enabled = isAsked && data === undefined && (isError || isCut)
  const list = useQuery({ ...teamPlayers(teamId, true), enabled })
  const find = (items: readonly RosterItem[]) => items.find((item) => item.player.id === playerId)?.rosterEntry
  return { ...ownOrListed(own, [list], find), isAsked, isRefused }
}
