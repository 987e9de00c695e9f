import type { LeagueSettings } from '#contract/league'
import type { RosterItem } from '#contract/roster'
import type { CartEntry, ShoppingCart } from '#contract/trading'
import { type League, leagueOfSettings } from '#rules/league'
import { spotOfItem } from '#rules/lineup'
import { type Cents, fromWire, toWire } from '#rules/money'
import { parsePosition } from '#rules/positions'
import { type CartLine, cartStatus, type TradingTeam, tradeBalance } from '#rules/trading'

/** What the prediction is based on; undefined where the device does not have it. */
export interface DeviceState {
  readonly teamId: number
  readonly cart: ShoppingCart | undefined
  /** Current and sold players. */
  readonly roster: readonly RosterItem[] | undefined
  readonly settings: LeagueSettings | undefined
  /** The team that has a player now, as far as the device knows. */
  readonly ownerOf: (playerId: number) => number | null
}

interface Prediction {
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
export const caseOf = (entries: readonly CartEntry[], known: DeviceState): Case | null => {
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
export const predictCart = (entries: readonly CartEntry[], known: DeviceState, now: number): Prediction => {
  if (!known.cart) return { balance: null, status: null }
  const balance = toWire(balanceOf(entries, known.cart))
  const checked = caseOf(entries, known)
  return { balance, status: checked && cartStatus(checked.lines, checked.team, now, checked.league) }
}
