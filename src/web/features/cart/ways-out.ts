import type { RosterItem } from '#contract/roster'
import type { CartEntry } from '#contract/trading'
import { fromWire } from '#rules/money'
import { parsePosition } from '#rules/positions'
import { type Sale, waysOut } from '#rules/ways-out'
import { caseOf, type KnownToDevice } from '../../data/predict-cart.ts'

/** One of the own players whose sale would make the cart possible. */
export interface WayOut {
  readonly item: RosterItem
  readonly pointsLost: number | null
}

const saleOf = ({ player, rosterEntry }: RosterItem, teamId: number): Sale[] => {
  const position = parsePosition(player.position)
  const { sellPrice, sold } = rosterEntry
  if (!position || sold || sellPrice == null) return []
  const { projectedPoints, points } = player
  const pointsLost = projectedPoints == null ? null : Math.max(0, projectedPoints - (points ?? 0))
  const line = {
    tradeAction: 'SELL',
    playerId: player.id,
    position,
    price: fromWire(sellPrice),
    ownerId: teamId,
  } as const
  return [{ line, pointsLost }]
}

/**
 * The cheapest sales by which these entries become possible; none where no single sale does it. Null where the device does not
 * know enough.
 */
export const waysOutOf = (entries: readonly CartEntry[], known: KnownToDevice, now: number): WayOut[] | null => {
  const judged = caseOf(entries, known)
  if (!judged || !known.roster) return null
  const items = new Map(known.roster.map((item) => [item.player.id, item]))
  const sales = known.roster.flatMap((item) => saleOf(item, known.teamId))
  return waysOut(judged.lines, judged.team, sales, now, judged.league).flatMap(({ line, pointsLost }) => {
    const item = items.get(line.playerId)
    return item ? [{ item, pointsLost }] : []
  })
}
