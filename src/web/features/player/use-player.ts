import { useQuery } from '@tanstack/react-query'
import type { Player } from '#contract/stats'
import { CallError } from '../../data/call-error.ts'
import { player, players } from '../../data/stats.ts'
import type { Fed } from '../screen/data-screen.tsx'
import { ownOrListed } from './own-or-listed.ts'

export interface ShownPlayer extends Fed {
  readonly data: Player | undefined
  /** The server knows no such player, and no list has him. */
  readonly isUnknown: boolean
}

/** The player's figures; until they are there, or when they cannot be had, those of the list that holds him. */
export function usePlayer(playerId: number): ShownPlayer {
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
