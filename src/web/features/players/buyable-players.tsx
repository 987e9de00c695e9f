import { type ReactNode, startTransition, useCallback, useMemo, useState } from 'react'
import type { Player } from '#contract/stats'
import { addToCart } from '#contract/trading'
import { useCartCommands, useCartEntries } from '../../data/cart.ts'
import { CartNotice } from '../cart/cart-notice.tsx'
import { seenPlayer } from '../cart/seen-player.ts'
import { ThumbNotice } from '../cart/thumb-notice.tsx'
import { BuyingContext } from './buy-cell.tsx'

interface BuyablePlayersProps {
  readonly teamId: number
  readonly children: ReactNode
}

/** The player whose button was pressed last, and whether that asked for him now. */
interface Pressed {
  readonly player: Player
  readonly wasAsked: boolean
}

/** Lets the players of a table be bought, and tells below the thumb what became of the last one. */
export function BuyablePlayers({ teamId, children }: BuyablePlayersProps) {
  const { add, discard } = useCartCommands(teamId)
  const entries = useCartEntries(teamId, 'BUY')
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const onPress = useCallback(
    (player: Player, isNew: boolean) => {
      // The button answers at once; the message may come a frame later.
      startTransition(() => {
        setPressed({ player, wasAsked: isNew })
        setFailure(null)
      })
      if (!isNew) return
      add(seenPlayer(player, player.buyPrice), 'BUY').then(
        (kept) => {
          if (!kept.ok) setFailure(kept.sentence)
        },
        () => setFailure(addToCart.failure),
      )
    },
    [add],
  )
  const buying = useMemo(() => ({ entries, onPress }), [entries, onPress])
  const entry = pressed ? (entries.get(pressed.player.id) ?? null) : null
  const close = () => {
    setPressed(null)
    setFailure(null)
    if (entry?.changeId && !entry.isInCart) void discard(entry.changeId).catch(() => undefined)
  }
  return (
    <BuyingContext value={buying}>
      {children}
      <ThumbNotice>
        {pressed && (
          <CartNotice
            entry={entry}
            name={pressed.player.name}
            failure={failure}
            wasAsked={pressed.wasAsked}
            onClose={close}
          />
        )}
      </ThumbNotice>
    </BuyingContext>
  )
}
