import { useQuery } from '@tanstack/react-query'
import { useOutboxRows } from '../offline/outbox/outbox-rows.ts'
import { cartOnScreen } from './cart-view.ts'
import { cart } from './trading.ts'

/**
 * How many players are in the cart, with the changes that wait; small enough for the bar, which asks for the cart only
 * when its menu is used, and else tells what is known.
 */
export function useCartCount(teamId: number | null | undefined, isAsked: boolean): number {
  const { data } = useQuery({ ...cart(teamId ?? 0), enabled: isAsked && teamId != null })
  const rows = useOutboxRows().filter((row) => row.teamId === teamId)
  return cartOnScreen(data, rows).entries.filter(({ isInCart }) => isInCart).length
}
