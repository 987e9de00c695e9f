import type { QueryClient } from '@tanstack/react-query'
import type { DraftBox, DraftedPlayer } from '#contract/draft'
import { useQueryCache } from './use-query-cache.ts'

const KEY = ['taken-back']

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

export const keepTakenBack = (client: QueryClient, playerId: number): void => {
  client.setQueryData<string | null>(KEY, nameOf(client, playerId))
}

export const forgetTakenBack = (client: QueryClient): void => {
  client.setQueryData<string | null>(KEY, null)
}

/** The player of the pick that was taken back last, by name, until the next pick is made. */
export const useTakenBack = (): string | null =>
  useQueryCache((client) => client.getQueryData<string | null>(KEY) ?? null)
