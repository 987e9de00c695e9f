import { mutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CartEntry, executeTrade, getCart, type ShoppingCart } from '#contract/trading'
import { CallError, isUnreachable } from '../net/call-error.ts'
import { NOT_SENT, request } from '../net/request.ts'
import { cart } from './league.ts'
import { sendChange, useIsSeen } from './send-change.ts'

const NOT_REACHED = 'The league could not be reached, and nothing was executed. Please try again in a moment.'
const CHANGED = 'The cart has changed since you looked at it, and nothing was executed. Please look at it again.'

const lineOf = ({ tradeAction, playerId, price }: CartEntry): string => `${tradeAction} ${playerId} ${price ?? 0}`

/** The same players at the same prices, in whatever order. */
export const isSameTrade = (one: readonly CartEntry[], other: readonly CartEntry[]): boolean =>
  one.map(lineOf).sort().join() === other.map(lineOf).sort().join()

/**
 * A trade cannot be undone: only what was confirmed is executed, not what another device has made of the cart since.
 */
const expectUnchanged = async (client: QueryClient, teamId: number, entries: readonly CartEntry[]): Promise<void> => {
  let now: ShoppingCart
  try {
    now = await request(getCart, { params: { teamId } })
  } catch (error) {
    if (isUnreachable(error)) throw new CallError('network', 0, NOT_SENT, NOT_REACHED)
    throw error
  }
  client.setQueryData(cart(teamId).queryKey, now)
  if (!isSameTrade(now.cartEntries, entries)) throw new Error(CHANGED)
}

/** Queries that show rosters, prices or scores. */
const traded = ['team-players', 'team', 'teams', 'players', 'players-preview', 'trades'] as const

const renew = async (client: QueryClient, teamId: number, entries: readonly CartEntry[]): Promise<void> => {
  // Unmounted queries too: offline, they would show the time before the trade.
  for (const name of traded) void client.invalidateQueries({ queryKey: [name], refetchType: 'all' })
  for (const { playerId } of entries) {
    void client.invalidateQueries({ queryKey: ['player', playerId], refetchType: 'all' })
    void client.invalidateQueries({ queryKey: ['roster-entry', teamId, playerId], refetchType: 'all' })
  }
  const { queryKey } = cart(teamId)
  // A request from before the trade must not overwrite it.
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey, refetchType: 'all' })
}

/** Executes the cart as confirmed. Whatever the result, everything that it may have changed is refetched. */
const executeConfirmed = (client: QueryClient, teamId: number, isSeen: () => boolean) =>
  mutationOptions({
    mutationKey: ['execute-trade', teamId],
    mutationFn: async (entries: readonly CartEntry[]): Promise<void> => {
      await expectUnchanged(client, teamId, entries)
      await sendChange(client, executeTrade, { params: { teamId } }, { isSeen, place: 'Trades' })
    },
    onSettled: async (_done, error, entries) => {
      const renewed = renew(client, teamId, entries)
      // Success is announced over the emptied cart; bad news does not wait.
      if (!error) await renewed
    },
  })

/** One confirmation is one trade: two taps count as one. */
export function useExecuteTrade(teamId: number) {
  const client = useQueryClient()
  const command = executeConfirmed(client, teamId, useIsSeen())
  const { mutate, isPending, isSuccess, error, reset } = useMutation(command)
  const execute = (entries: readonly CartEntry[], onEnd: () => void): void => {
    // The second tap of two may come before the first has been drawn.
    if (client.isMutating({ mutationKey: command.mutationKey, exact: true }) > 0) return
    mutate(entries, { onSettled: onEnd })
  }
  return { execute, isPending, isSuccess, error, reset }
}
