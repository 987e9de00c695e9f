import { createContext, useContext } from 'react'
import type { Player } from '#contract/stats'
import type { ShownEntry } from '../../data/cart-view.ts'
import { stateWords } from '../cart/state-words.ts'

export interface Buying {
  /** Purchases in the cart, by the player's id. */
  readonly entries: ReadonlyMap<number, ShownEntry>
  readonly onPress: (player: Player) => void
}

/** One for the whole table: a tap draws the buttons in sight anew, and no row with its figures. */
export const BuyingContext = createContext<Buying | null>(null)

/** Buys a free player; from then on it says how far he has come, and pressed again, what that means. */
export function BuyCell({ player }: { readonly player: Player }) {
  const buying = useContext(BuyingContext)
  if (!buying || player.team) return null
  const state = buying.entries.get(player.id)?.state
  const word = state ? stateWords[state] : 'Buy'
  return (
    <button
      className="buy"
      type="button"
      data-state={state}
      aria-label={`${word} ${player.name}`}
      onClick={() => buying.onPress(player)}
    >
      {word}
    </button>
  )
}
