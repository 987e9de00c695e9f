import type { LeagueSettings } from '#contract/league'
import type { RosterItem } from '#contract/roster'
import type { CartEntry, ShoppingCart } from '#contract/trading'
import { type League, leagueOfSettings } from '#rules/league'
import { spotOfItem } from '#rules/lineup'
import { type Cents, fromWire, toWire } from '#rules/money'
import { parsePosition } from '#rules/positions'
import { type CartLine, cartStatus, type TradingTeam, tradeBalance } from '#rules/trading'
import { type Sale, waysOut } from '#rules/ways-out'

/** What the prediction is based on; undefined where the device does not have it. */
export interface KnownToDevice {
  readonly teamId: number
  readonly cart: ShoppingCart | undefined
  /** Current and sold players. */
  readonly roster: readonly RosterItem[] | undefined
  readonly settings: LeagueSettings | undefined
  /** The team that has a player now, as far as the device knows. */
  readonly ownerOf: (playerId: number) => number | null
}

export interface Prediction {
  /** Null where the device does not know enough. */
  readonly balance: number | null
  readonly status: string | null
}

const priceOf = ({ price }: CartEntry) => fromWire(price ?? 0)
const priced = (entry: CartEntry) => ({ tradeAction: entry.tradeAction, price: priceOf(entry) })

/** The cash behind the server's balance. */
export const cashOf = ({ tradeBalance: balance, cartEntries }: ShoppingCart): Cents =>
  fromWire(balance) - tradeBalance(cartEntries.map(priced), 0)

/** The cash that these entries would leave, by the prices that this device has seen. */
export const balanceOf = (entries: readonly CartEntry[], cart: ShoppingCart): Cents =>
  tradeBalance(entries.map(priced), cashOf(cart))

/** What the rules judge a cart by. */
interface Case {
  readonly lines: readonly CartLine[]
  readonly team: TradingTeam
  readonly league: League
}

/** Null where the device does not know enough. */
const caseOf = (entries: readonly CartEntry[], known: KnownToDevice): Case | null => {
  const { teamId, cart, roster, settings, ownerOf } = known
  const league = settings && leagueOfSettings(settings)
  if (!cart || !roster || !league) return null
  const lines = entries.flatMap((entry): CartLine[] => {
    const { tradeAction, playerId } = entry
    const position = parsePosition(entry.position)
    const ownerId = tradeAction === 'SELL' ? teamId : ownerOf(playerId)
    return position ? [{ tradeAction, playerId, position, price: priceOf(entry), ownerId }] : []
  })
  const spots = roster.flatMap((item) => spotOfItem(item) ?? [])
  if (lines.length < entries.length || spots.length < roster.length) return null
  return { lines, team: { teamId, cash: cashOf(cart), roster: spots }, league }
}

/** The server's verdict on these entries, predicted by the same rules from what this device knows. */
export const predictCart = (entries: readonly CartEntry[], known: KnownToDevice, now: number): Prediction => {
  if (!known.cart) return { balance: null, status: null }
  const balance = toWire(balanceOf(entries, known.cart))
  const judged = caseOf(entries, known)
  return { balance, status: judged && cartStatus(judged.lines, judged.team, now, judged.league) }
}

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

/** The cheapest sales by which these entries become possible; none where they are, or the device does not know enough. */
export const waysOutOf = (entries: readonly CartEntry[], known: KnownToDevice, now: number): WayOut[] => {
  const judged = caseOf(entries, known)
  if (!judged || !known.roster) return []
  const items = new Map(known.roster.map((item) => [item.player.id, item]))
  const sales = known.roster.flatMap((item) => saleOf(item, known.teamId))
  return waysOut(judged.lines, judged.team, sales, now, judged.league).flatMap(({ line, pointsLost }) => {
    const item = items.get(line.playerId)
    return item ? [{ item, pointsLost }] : []
  })
}
