import { errorSentences } from '#contract/errors'
import { CART_OK, type CartEntry } from '#contract/trading'
import type { Instant } from '#rules/calendar'
import { constantsOfSettings, leagueOfSettings } from '#rules/league'
import { dressedCount, type RosterSpot, spotOfItem } from '#rules/lineup'
import { type Position, parsePosition } from '#rules/positions'
import { rosterAfter, saleOpensAt } from '#rules/trading'
import { listed, plural } from '#rules/words'
import type { DeviceState } from '../../data/cart.ts'
import { figure } from '../../ui/figure.ts'
import { whenText } from '../../ui/time/relative-time.ts'
import { closedSentence } from './purchase-limits.ts'

export interface Cart {
  readonly entries: readonly CartEntry[]
  /** Cash after the trade, null where the device does not know it. */
  readonly balance: number | null
  readonly status: string | null
}

/** What the device knows of the team and the league. */
type Known = Pick<DeviceState, 'teamId' | 'roster' | 'settings' | 'ownerOf'>

const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are')

const only = (entries: readonly CartEntry[], action: CartEntry['tradeAction']) =>
  entries.filter(({ tradeAction }) => tradeAction === action)

const spotsOf = ({ roster }: Known): RosterSpot[] => roster?.flatMap((item) => spotOfItem(item) ?? []) ?? []

/** What is wrong with these players, and the way out; null where the device knows of none. */
const takeOut = (names: readonly string[], sentence: (who: string) => string): string | null =>
  names.length === 0 ? null : `${sentence(listed(names))}: take them out of the cart.`

const namesOf = (entries: readonly CartEntry[], wanted: (entry: CartEntry) => boolean): string[] =>
  entries.filter(wanted).map(({ name }) => name)

const isOnRoster = (known: Known, sold: boolean) => {
  const ids = new Set(spotsOf(known).flatMap((spot) => (spot.sold === sold ? [spot.playerId] : [])))
  return ({ playerId }: CartEntry) => ids.has(playerId)
}

const heldTooShort = ({ entries }: Cart, known: Known, now: Instant): string | null => {
  const league = known.settings && leagueOfSettings(known.settings)
  if (!league) return null
  const spots = new Map(spotsOf(known).map((spot) => [spot.playerId, spot]))
  const waits = only(entries, 'SELL').flatMap(({ playerId, name }) => {
    const spot = spots.get(playerId)
    const at = spot && saleOpensAt(spot, now, league)
    if (at === undefined || (at !== null && at <= now)) return []
    return [at === null ? `${name} can't be sold this season` : `${name} can be sold ${whenText(at, now)}`]
  })
  if (waits.length === 0) return null
  return `${listed(waits)}: wait, or take them out of the cart.`
}

const isShort = ({ balance }: Cart): boolean => balance !== null && balance < 0

/** The roster as the trade would leave it; null where it is not known. */
const after = ({ entries }: Cart, known: Known, now: Instant): readonly RosterSpot[] | null => {
  if (!known.roster) return null
  const lines = entries.flatMap(({ playerId, tradeAction, position }) => {
    const parsed: Position | null = parsePosition(position)
    return parsed ? [{ playerId, tradeAction, position: parsed, price: 0, ownerId: null }] : []
  })
  return rosterAfter(lines, spotsOf(known), now, constantsOfSettings(known.settings))
}

const rosterFull = (cart: Cart, known: Known, now: Instant): string | null => {
  const roster = after(cart, known, now)
  if (!roster) return null
  const { rosterSize } = constantsOfSettings(known.settings)
  const count = roster.filter(({ sold }) => !sold).length
  const over = count - rosterSize
  if (over <= 0) return null
  // The status names the first reason only, and the way out is another with both. Two lines of a phone, as the other.
  return isShort(cart)
    ? `${count} players for ${rosterSize} places, and cash is short: sell at least ${over} more, or drop purchases.`
    : `${count} players would be on the roster, ${rosterSize} are allowed: sell ${over} more, or remove ${plural(over, 'purchase')}.`
}

const tooFew = (cart: Cart, known: Known, now: Instant, group: 'goalie' | 'defender'): string | null => {
  const roster = after(cart, known, now)
  if (!roster) return null
  const { minGoalies, minDefenders } = constantsOfSettings(known.settings)
  const least = group === 'goalie' ? minGoalies : minDefenders
  const count = dressedCount(roster, group)
  if (count >= least) return null
  return `${plural(count, group)} would be dressed, at least ${least} ${isOrAre(least)} needed: dress or buy a ${group}, or keep one that you sell.`
}

const shortOfCash = (cart: Cart): string | null =>
  isShort(cart) ? `The team would have ${figure(cart.balance, 2)} in cash: sell a player, or remove a purchase.` : null

/** With names and figures, as far as this device knows them; null where it knows none. */
const particular = (cart: Cart, known: Known, now: Instant): string | null => {
  const buys = only(cart.entries, 'BUY')
  const sales = only(cart.entries, 'SELL')
  switch (cart.status) {
    case CART_OK:
      return 'The trade can be executed.'
    case 'CART_EMPTY':
      return 'Add players with Buy and Sell.'
    case 'TRADING_CLOSED':
      return closedSentence(known.settings, now)
    case 'PLAYER_NOT_AVAILABLE': {
      const isOwn = isOnRoster(known, false)
      const taken = namesOf(buys, (entry) => known.ownerOf(entry.playerId) !== null || isOwn(entry))
      return takeOut(taken, (who) => `${who} ${isOrAre(taken.length)} no longer free`)
    }
    case 'PLAYER_BUY_BACK': {
      const former = namesOf(buys, isOnRoster(known, true))
      return takeOut(former, (who) => `Your team sold ${who} and can't buy them back this season`)
    }
    case 'PLAYER_NOT_ON_TEAM': {
      const [isOwn, wasOwn] = [isOnRoster(known, false), isOnRoster(known, true)]
      const gone = known.roster ? namesOf(sales, (entry) => !isOwn(entry) && !wasOwn(entry)) : []
      return takeOut(gone, (who) => `${who} ${isOrAre(gone.length)} not on your team`)
    }
    case 'PLAYER_ALREADY_SOLD': {
      const sold = namesOf(sales, isOnRoster(known, true))
      return takeOut(sold, (who) => `${who} ${sold.length === 1 ? 'has' : 'have'} already been sold`)
    }
    case 'PLAYER_HELD_TOO_SHORT':
      return heldTooShort(cart, known, now)
    case 'ROSTER_FULL':
      return rosterFull(cart, known, now)
    case 'INSUFFICIENT_CASH':
      return shortOfCash(cart)
    case 'MIN_GOALIES':
      return tooFew(cart, known, now, 'goalie')
    case 'MIN_DEFENDERS':
      return tooFew(cart, known, now, 'defender')
    default:
      return null
  }
}

const general = (status: string | null): string => {
  if (status === null) return 'Whether the trade is possible is not known yet.'
  const known = Object.entries(errorSentences).find(([code]) => code === status)
  return known ? known[1] : 'The trade is not possible now.'
}

/** Says what a status means, and what would make the trade possible. */
export const statusSentence = (cart: Cart, known: Known, now: Instant): string =>
  particular(cart, known, now) ?? general(cart.status)
