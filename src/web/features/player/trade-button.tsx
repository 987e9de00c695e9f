import { useState } from 'react'
import { addToCart, type TradeAction } from '#contract/trading'
import { useCartCommands, useCartEntry } from '../../data/cart.ts'
import type { SeenPlayer } from '../../outbox/row.ts'
import { tick } from '../../ui/tick.ts'
import { CartNotice } from '../cart/cart-notice.tsx'

const labels: Record<TradeAction, string> = { BUY: 'Buy', SELL: 'Sell' }

interface TradeButtonProps {
  readonly teamId: number
  /** As the member sees the player, with the price of this action. */
  readonly player: SeenPlayer
  readonly action: TradeAction
  readonly isOff?: boolean
  /** Of a sentence about the button, such as why it is off: it keeps the focus, so that the sentence is read. */
  readonly hintId?: string
}

/** Puts the player into the shopping cart, and reports on it. */
export function TradeButton({ teamId, player, action, isOff = false, hintId }: TradeButtonProps) {
  const { add, discard } = useCartCommands(teamId)
  const entry = useCartEntry(teamId, player.playerId, action)
  const [wasAsked, setWasAsked] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const press = async () => {
    if (action === 'BUY') tick()
    setWasAsked(true)
    setFailure(null)
    if (entry?.changeId && !entry.isInCart) await discard(entry.changeId)
    const kept = await add(player, action)
    if (!kept.ok) setFailure(kept.sentence)
  }
  const dismiss = () => {
    setWasAsked(false)
    setFailure(null)
    if (entry?.changeId && !entry.isInCart) void discard(entry.changeId).catch(() => undefined)
  }
  const isBusy = entry?.state === 'saving' || entry?.state === 'sending'
  return (
    <>
      <button
        className="button"
        type="button"
        aria-disabled={isOff}
        aria-busy={isBusy}
        aria-describedby={hintId}
        onClick={() => {
          if (!isBusy && !isOff) void press().catch(() => setFailure(addToCart.failure))
        }}
      >
        {labels[action]}
      </button>
      <CartNotice entry={entry} failure={failure} wasAsked={wasAsked} onClose={dismiss} />
    </>
  )
}
