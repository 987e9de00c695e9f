import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { RosterEntry, RosterItem } from '#contract/roster'
import type { Player } from '#contract/stats'
import { CallError, isTransport } from '../../data/call-error.ts'
import { rosterEntry, teamPlayers } from '../../data/roster.ts'
import { player, players } from '../../data/stats.ts'
import type { ScreenQuery } from '../data-screen/data-screen.tsx'

type Own<T> = ScreenQuery & { readonly data: T | undefined }
type List<Rows> = Pick<UseQueryResult<Rows>, 'data' | 'dataUpdatedAt' | 'isFetching'>

/**
 * What a query has; until it has something, or when that cannot be had, what the first list that knows of it says, with
 * the list's age. It has not failed while a list is being fetched.
 */
function ownOrListed<T, Rows>(own: Own<T>, lists: readonly List<Rows>[], find: (rows: Rows) => T | undefined): Own<T> {
  const { data, dataUpdatedAt, error, isError, refetch } = own
  if (data !== undefined) return { data, dataUpdatedAt, error, isError, refetch }
  for (const list of lists) {
    const listed = list.data && find(list.data)
    if (listed) return { data: listed, dataUpdatedAt: list.dataUpdatedAt, error, isError, refetch }
  }
  const isOver = !lists.some(({ isFetching }) => isFetching)
  return { data, dataUpdatedAt, error: isOver ? error : null, isError: isError && isOver, refetch }
}

interface PlayerQuery extends ScreenQuery {
  readonly data: Player | undefined
  /** The server knows no such player, and no list has him. */
  readonly isUnknown: boolean
}

/** The player's figures; until they are there, or when they cannot be had, those of the list that holds him. */
export function usePlayer(playerId: number): PlayerQuery {
  const own = useQuery(player(playerId))
  const { data, error, isError } = own
  // Lists that are in memory are looked at in any case; they are fetched, or read from the device, only in need.
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
  readonly isAsked: boolean
  /** The server knows nothing of his time with the team. */
  readonly isRefused: boolean
}

/** A player's time with his pool team; until it is there, or when it cannot be had, what the list of the team says. */
export function useEntry({ data: player, isError: isCut }: PlayerQuery, playerId: number): RosterEntryQuery {
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
