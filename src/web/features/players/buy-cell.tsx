import { createContext, memo, useContext } from 'react'
import type { Player } from '#contract/stats'
import type { ChangeState, ShownEntry } from '../../data/cart-view.ts'
import { stateWords } from '../cart/state-words.ts'

export interface Buying {
  /** Purchases in the cart, by the player's id. */
  readonly entries: ReadonlyMap<number, ShownEntry>
  /** `isNew`: he is not in the cart yet. */
  readonly onPress: (player: Player, isNew: boolean) => void
}

/** One for the whole table: a tap draws one button anew, and no row with its figures. */
export const BuyingContext = createContext<Buying | null>(null)

interface BuyButtonProps {
  readonly player: Player
  readonly state: ChangeState | undefined
  readonly onPress: Buying['onPress']
}

const BuyButton = memo(function BuyButton({ player, state, onPress }: BuyButtonProps) {
  const word = state ? stateWords[state] : 'Buy'
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

/** Buys a free player; from then on it says how far he has come, and pressed again, what that means. */
export function BuyCell({ player }: { readonly player: Player }) {
  const buying = useContext(BuyingContext)
  if (!buying || player.team) return null
  return <BuyButton player={player} state={buying.entries.get(player.id)?.state} onPress={buying.onPress} />
}
