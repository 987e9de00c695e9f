import type { LeagueSettings } from '#contract/league'
import type { RosterItem } from '#contract/roster'
import type { CartEntry, ShoppingCart } from '#contract/trading'
import { leagueOfSettings } from '#rules/league'
import { spotOfItem } from '#rules/lineup'
import { type Cents, fromWire, toWire } from '#rules/money'
import { parsePosition } from '#rules/positions'
import { cartStatus, tradeBalance } from '#rules/trading'

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

/** The server's verdict on these entries, predicted by the same rules from what this device knows. */
export const predictCart = (entries: readonly CartEntry[], known: KnownToDevice, now: number): Prediction => {
  const { teamId, cart, roster, settings, ownerOf } = known
  if (!cart) return { balance: null, status: null }
  const cash = cashOf(cart)
  const balance = toWire(balanceOf(entries, cart))
  const league = settings && leagueOfSettings(settings)
  const spots = roster?.map(spotOfItem)
  const lines = entries.map((entry) => ({
    tradeAction: entry.tradeAction,
    playerId: entry.playerId,
    position: parsePosition(entry.position),
    price: priceOf(entry),
    ownerId: entry.tradeAction === 'SELL' ? teamId : ownerOf(entry.playerId),
  }))
  const isWhole = <T extends { readonly position: unknown }>(
    line: T,
  ): line is T & { position: NonNullable<T['position']> } => line.position !== null
  const whole = lines.filter(isWhole)
  const knownSpots = spots?.filter((spot) => spot !== null)
  if (!league || !knownSpots || knownSpots.length !== spots?.length || whole.length !== lines.length) {
    return { balance, status: null }
  }
  return { balance, status: cartStatus(whole, { teamId, cash, roster: knownSpots }, now, league) }
}
