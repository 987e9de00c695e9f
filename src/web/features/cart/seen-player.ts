import type { Player } from '#contract/stats'
import type { SeenPlayer } from '../../offline/outbox/row.ts'

/** A player as he goes into the cart, with the price of this action. */
export const seenPlayer = (
  { id, name, position, nhlTeam, points }: Player,
  price: number | null | undefined,
): SeenPlayer => ({ playerId: id, name, position, nhlTeam, points, price })
