import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { CartEntry } from '#contract/trading'
import { type ConfirmedTrade, executeConfirmed, isSameTrade, LostAnswer } from '../../data/execute-trade.ts'
import { cart } from '../../data/trading.ts'
import { TIMEOUT_MS } from '../../offline/http-answer.ts'
import { uuid } from '../../offline/outbox/row.ts'
import {
  forgetSentTrade,
  noteSentTrade,
  sentTrade,
  sentTradesText,
  subscribeSentTrades,
} from '../../offline/sent-trades.ts'

export interface ExecuteTrade {
  readonly execute: (entries: readonly CartEntry[], onEnd: () => void) => void
  readonly isPending: boolean
  readonly isSuccess: boolean
  readonly error: Error | null
  /** It is not known whether the last one was executed: nothing may be executed before it is. */
  readonly isOpen: boolean
  /** Forgets what was said of the last one, except that its outcome is open. */
  readonly reset: () => void
}

/**
 * One confirmed intent is one trade: two taps are one, and what is tried again has the key of the first try.
 * What became of one without an answer stays open on this device, whatever becomes of screen and app, and is found out as
 * soon as the cart, fetched at `cartAt`, has come anew.
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
    if (sent?.outcome === 'open') run(sent)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every new cart
  useEffect(() => {
    if (openSince === null) return
    find()
    // Until then somebody may await its answer: that it was not made is not certain yet.
    const left = openSince + TIMEOUT_MS - Date.now()
    if (left <= 0) return
    const timer = setTimeout(find, left)
    return () => clearTimeout(timer)
  }, [cartAt, openSince])

  // Another tab has found it out: this one's cart is of the time before.
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
  // Who leaves the screen has seen what it said.
  useEffect(() => () => seen(), [])
  /** That nothing is known is told by what was written down. */
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
      // The key of one that was not made is kept: it is sent again with the same.
      if (unseen?.outcome === 'not made') noteSentTrade(unseen.key, { isTold: true })
      if (unseen?.outcome === 'made') forgetSentTrade(unseen.key)
    },
  }
}
