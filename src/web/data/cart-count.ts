import { useQuery } from '@tanstack/react-query'
import { useOutboxRows } from '../offline/outbox/outbox-rows.ts'
import { cartOnScreen } from './cart-view.ts'
import { cart } from './trading.ts'

/** How many players are in the cart, with the changes that wait; small enough for the bar. */
export function useCartCount(teamId: number): number {
  const { data } = useQuery(cart(teamId))
  const rows = useOutboxRows().filter((row) => row.teamId === teamId)
  return cartOnScreen(data, rows).entries.filter(({ isInCart }) => isInCart).length
}
