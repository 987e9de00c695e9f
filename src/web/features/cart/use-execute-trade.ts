import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { CartEntry } from '#contract/trading'
import { type ConfirmedTrade, executeConfirmed, isSameTrade, LostAnswer } from '../../data/execute-trade.ts'
import {
  forgetSentTrade,
  noteSentTrade,
  sentTrade,
  sentTradesText,
  subscribeSentTrades,
} from '../../data/sent-trades.ts'
import { cart } from '../../data/trading.ts'
import { TIMEOUT_MS } from '../../net/sending.ts'
import { uuid } from '../../outbox/row.ts'

export interface ExecuteTrade {
  readonly execute: (entries: readonly CartEntry[], onEnd: () => void) => void
  readonly isPending: boolean
  readonly isSuccess: boolean
  readonly error: Error | null
  /** It is not known whether the last one was executed: nothing may be executed before it is. */
  readonly isOpen: boolean
  /** Dismisses the message about the last trade, unless its outcome is still unknown. */
  readonly reset: () => void
}

/**
 * One confirmation is one trade: two taps count as one, and a retry carries the key of the first attempt.
 * A trade without an answer stays open on this device, across screens and launches, and is looked up as soon as the cart
 * has been fetched again; `cartAt` is when.
 */
export function useExecuteTrade(teamId: number, cartAt: number): ExecuteTrade {
  const client = useQueryClient()
  const command = executeConfirmed(client, teamId)
  const { mutate, isPending, variables, error, reset: resetMutation } = useMutation(command)
  const sent = sentTrade(teamId, useSyncExternalStore(subscribeSentTrades, sentTradesText))

  const run = (trade: ConfirmedTrade, onEnd?: () => void) => {
    // The second tap of two may come before the first has been drawn.
    if (client.isMutating({ mutationKey: command.mutationKey, exact: true }) > 0) return
    mutate(trade, { onSettled: () => onEnd?.() })
  }
  const openSince = sent?.outcome === 'open' ? sent.sentAt : null
  const find = useEffectEvent(() => {
    if (sent?.outcome !== 'open') return
    const began = Date.now()
    // The last look, which is due then, gave way to this one.
    const isDue = () => began < sent.sentAt + TIMEOUT_MS && Date.now() >= sent.sentAt + TIMEOUT_MS
    run(sent, () => isDue() && find())
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every new cart
  useEffect(() => {
    if (openSince === null) return
    find()
    // Until then the request may still be under way, so that it was not executed is not yet certain.
    const left = openSince + TIMEOUT_MS - Date.now()
    if (left <= 0) return
    const timer = setTimeout(find, left)
    return () => clearTimeout(timer)
  }, [cartAt, openSince])

  // Another tab has found out: this tab's cart is from before.
  const wasOpen = useRef(openSince !== null)
  useEffect(() => {
    const isFoundOut = wasOpen.current && openSince === null
    wasOpen.current = openSince !== null
    if (isFoundOut && client.isMutating({ mutationKey: ['execute-trade', teamId], exact: true }) === 0)
      void client.invalidateQueries({ queryKey: cart(teamId).queryKey })
  }, [client, teamId, openSince])

  const unseen = sent !== null && !sent.isTold ? sent : null
  const isSuccess = unseen?.outcome === 'made' && !isPending
  const isOpen = unseen?.outcome === 'open' && !(isPending && variables.sentAt === null)
  const seen = useEffectEvent(() => {
    if (unseen?.outcome === 'made') forgetSentTrade(unseen.key)
  })
  // Leaving the screen counts as having read the message.
  useEffect(() => () => seen(), [])
  /** An unknown outcome is reported from the stored trade, not from the error. */
  const failure = error instanceof LostAnswer && !error.isCertain ? null : error

  return {
    execute: (entries, onEnd) => {
      const key = sent && sent.outcome === 'not made' && isSameTrade(sent.entries, entries) ? sent.key : uuid()
      run({ key, entries, sentAt: null }, onEnd)
    },
    isPending,
    isSuccess,
    error: failure ?? (unseen?.outcome === 'not made' && !isPending ? new LostAnswer(true) : null),
    isOpen,
    reset: () => {
      resetMutation()
      // The key of a trade that was not executed is kept for its retry.
      if (unseen?.outcome === 'not made') noteSentTrade(unseen.key, { isTold: true })
      if (unseen?.outcome === 'made') forgetSentTrade(unseen.key)
    },
  }
}
