import { createContext, memo, type ReactNode, startTransition, useCallback, useContext, useMemo, useState } from 'react'
import type { Player } from '#contract/stats'
import { addToCart } from '#contract/trading'
import { seenPlayer, useCartCommands, useCartEntries } from '../../data/cart.ts'
import type { CartRow, ChangeState } from '../../data/cart-view.ts'
import { CartNotice, stateLabels, Toast } from '../cart/cart-notice.tsx'

export interface Buying {
  /** Purchases in the cart, by the player's id. */
  readonly entries: ReadonlyMap<number, CartRow>
  /** `isNew`: the player is not in the cart yet. */
  readonly onPress: (player: Player, isNew: boolean) => void
}

/** One for the whole table, so that a tap re-renders one button and no rows. */
const BuyingContext = createContext<Buying | null>(null)

interface BuyButtonProps {
  readonly player: Player
  readonly state: ChangeState | undefined
  readonly onPress: Buying['onPress']
}

const BuyButton = memo(function BuyButton({ player, state, onPress }: BuyButtonProps) {
  const word = state ? stateLabels[state] : 'Buy'
  return (
    <button
      className="buy"
      type="button"
      data-state={state}
      aria-label={`${word} ${player.name}`}
      onClick={() => onPress(player, state === undefined)}
    >
      {word}
    </button>
  )
})

/** Buys a free agent; from then on it shows the progress, and explains it when pressed again. */
export function BuyCell({ player }: { readonly player: Player }) {
  const buying = useContext(BuyingContext)
  if (!buying || player.team) return null
  return <BuyButton player={player} state={buying.entries.get(player.id)?.state} onPress={buying.onPress} />
}

interface BuyablePlayersProps {
  readonly teamId: number
  readonly children: ReactNode
}

/** The player whose button was pressed last, and whether that press was the purchase. */
interface Pressed {
  readonly player: Player
  readonly wasAsked: boolean
}

/** Makes the players of a table buyable, and reports on the last one in a toast. */
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
      <Toast>
        {pressed && (
          <CartNotice
            entry={entry}
            name={pressed.player.name}
            failure={failure}
            wasAsked={pressed.wasAsked}
            onClose={close}
          />
        )}
      </Toast>
    </BuyingContext>
  )
}
