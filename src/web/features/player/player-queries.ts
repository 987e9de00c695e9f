import { useQuery } from '@tanstack/react-query'
import type { RosterEntry, RosterItem } from '#contract/roster'
import type { Player } from '#contract/stats'
import { rosterEntry, teamPlayers } from '../../data/roster.ts'
import { player, players } from '../../data/stats.ts'
import { CallError, isTransport } from '../../net/call-error.ts'
import type { ScreenQuery } from '../data-screen/data-screen.tsx'
import { ownOrListed } from '../data-screen/own-or-listed.ts'

interface PlayerQuery extends ScreenQuery {
  readonly data: Player | undefined
  /** The server knows no such player, and neither does any list. */
  readonly isUnknown: boolean
}

/** The player's figures; until they arrive, or when they cannot be fetched, those from a list. */
export function usePlayer(playerId: number): PlayerQuery {
  const own = useQuery(player(playerId))
  const { data, error, isError } = own
  // Lists in memory are used in any case; they are fetched, or read from the device, only when needed.
  const enabled = data === undefined && isError
  const lists = [useQuery({ ...players('skater'), enabled }), useQuery({ ...players('goalie'), enabled })]
  const find = (rows: readonly Player[]) => rows.find(({ id }) => id === playerId)
  const shown = ownOrListed(own, lists, find)
  const isUnknown = shown.data === undefined && error instanceof CallError && error.status === 404
  return { ...shown, isUnknown }
}

export interface RosterEntryQuery extends ScreenQuery {
  readonly data: RosterEntry | undefined
  /** Only of a player with a name and a team (spec, section 7). */
  readonly isEnabled: boolean
  /** The server has no entry for the player on this team. */
  readonly isRefused: boolean
}

/** A player's time with their pool team; until it arrives, or when it cannot be fetched, that from the team's list. */
export function useEntry({ data: player, isError: isCut }: PlayerQuery, playerId: number): RosterEntryQuery {
  const teamId = player?.team?.id ?? 0
  const isEnabled = Boolean(player?.name && player.team)
  const own = useQuery({ ...rosterEntry(teamId, playerId), enabled: isEnabled })
  const { data, error, isError } = own
  const isRefused = isError && !isTransport(error)
  // When the player could not be fetched this cannot be either: the list is used at once.
  const enabled = isEnabled && data === undefined && (isError || isCut)
  const list = useQuery({ ...teamPlayers(teamId, true), enabled })
  const find = (items: readonly RosterItem[]) => items.find((item) => item.player.id === playerId)?.rosterEntry
  return { ...ownOrListed(own, [list], find), isEnabled, isRefused }
}
