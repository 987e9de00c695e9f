import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { CartEntry } from '#contract/trading'
import { type ConfirmedTrade, executeConfirmed, isSameTrade, LostAnswer } from '../../data/execute-trade.ts'
import { uuid } from '../../offline/outbox/uuid.ts'

export interface ExecuteTrade {
  readonly execute: (entries: readonly CartEntry[], onEnd: () => void) => void
  readonly isPending: boolean
  readonly isSuccess: boolean
  readonly error: Error | null
  /** It is not known whether the last one was executed: nothing may be executed before it is. */
  readonly isOpen: boolean
  /** Forgets what was said of the last one. */
  readonly reset: () => void
}

/**
 * One confirmed intent is one trade: two taps are one, and what is tried again has the key of the first try.
 * What became of one without an answer is found out as soon as the cart, fetched at `cartAt`, has come anew.
 */
export function useExecuteTrade(teamId: number, cartAt: number): ExecuteTrade {
  const client = useQueryClient()
  const command = executeConfirmed(client, teamId)
  const { mutate, isPending, isSuccess, error, reset } = useMutation(command)
  /** Sent, and not answered. */
  const lost = useRef<ConfirmedTrade | null>(null)

  const run = (trade: ConfirmedTrade, onEnd?: () => void) => {
    // The second tap of two may come before the first has been drawn.
    if (client.isMutating({ mutationKey: command.mutationKey, exact: true }) > 0) return
    mutate(trade, {
      onSettled: (_done, failure) => {
        lost.current = failure instanceof LostAnswer ? trade : null
        onEnd?.()
      },
    })
  }
  const isOpen = error instanceof LostAnswer && !error.isCertain
  const find = useEffectEvent(() => {
    if (isOpen && lost.current) run({ ...lost.current, wasSent: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every new cart
  useEffect(() => find(), [cartAt])

  return {
    execute: (entries, onEnd) => {
      const before = lost.current
      const key = before && isSameTrade(before.entries, entries) ? before.key : uuid()
      run({ key, entries, wasSent: false }, onEnd)
    },
    isPending,
    isSuccess,
    error,
    isOpen,
    reset,
  }
}
