import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { LeagueSettings } from '#contract/league'
import type { RosterItem } from '#contract/roster'
import type { Player } from '#contract/stats'
import type { CartEntry, ShoppingCart, TradeAction } from '#contract/trading'
import { type League, leagueOfSettings } from '#rules/league'
import { spotOfItem } from '#rules/lineup'
import { type Cents, fromWire, toWire } from '#rules/money'
import { parsePosition } from '#rules/positions'
import { type CartLine, cartStatus, type TradingTeam, tradeBalance } from '#rules/trading'
import { getOutboxRows, type PageRow, useOutboxRows } from '../outbox/outbox-rows.ts'
import type { Enqueued } from '../outbox/page-outbox.ts'
import { isStuck, type SeenPlayer } from '../outbox/row.ts'
import { isOfThisLaunch } from './call-query.ts'
import { type CartRow, type OptimisticCart, optimisticCart } from './cart-view.ts'
import { cart, leagueSettings, player, players } from './league.ts'
import { outboxOf } from './outbox.ts'
import { teamPlayers } from './roster.ts'
import { useOnline } from './use-online.ts'

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

const priceOf = ({ price }: CartEntry) => fromWire(price ?? 0)
const priced = (entry: CartEntry) => ({ tradeAction: entry.tradeAction, price: priceOf(entry) })

/** The cash behind the server's balance. */
export const cashOf = ({ tradeBalance: balance, cartEntries }: ShoppingCart): Cents =>
  fromWire(balance) - tradeBalance(cartEntries.map(priced), 0)

/** The cash that these entries would leave, by the prices that this device has seen. */
const balanceOf = (entries: readonly CartEntry[], cart: ShoppingCart): Cents =>
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
const predictCart = (
  entries: readonly CartEntry[],
  known: DeviceState,
  now: number,
): Pick<CartView, 'balance' | 'status'> => {
  if (!known.cart) return { balance: null, status: null }
  const balance = toWire(balanceOf(entries, known.cart))
  const checked = caseOf(entries, known)
  return { balance, status: checked && cartStatus(checked.lines, checked.team, now, checked.league) }
}

interface CartCommands {
  /** Adds a purchase or a sale; `player` is what the member saw, with the price of this action. */
  add(player: SeenPlayer, action: TradeAction): Promise<Enqueued>
  remove(playerId: number): Promise<Enqueued>
  empty(): Promise<Enqueued>
  /** Retries a refused or expired change, at the end of the queue. */
  retry(changeId: string): Promise<void>
  discard(changeId: string): Promise<void>
}

export interface CartView extends OptimisticCart, CartCommands {
  /** Cash after the trade; null where the device does not know it. */
  readonly balance: number | null
  /** `CART_OK` or the code of the obstacle; null where the device cannot know. */
  readonly status: string | null
  /** False: balance and status are predicted, and to be marked "not confirmed". */
  readonly isConfirmed: boolean
  /** Whether the cart was fetched in this launch and the server can be reached: otherwise nothing may be executed. */
  readonly isFresh: boolean
  /** How many changes the server has not yet accepted. */
  readonly pending: number
  /** What this device knows of team, league and players: the basis of the prediction and of the status sentence. */
  readonly known: DeviceState
  /** The server's cart, for age, failure and refresh. */
  readonly query: UseQueryResult<ShoppingCart>
}

const done: Enqueued = { ok: true }

const ofTeam = (rows: readonly PageRow[], teamId: number) => rows.filter((row) => row.teamId === teamId)

const onScreen = (client: QueryClient, teamId: number): OptimisticCart =>
  optimisticCart(client.getQueryData(cart(teamId).queryKey), ofTeam(getOutboxRows(), teamId))

const cartCommands = (client: QueryClient, teamId: number): CartCommands => {
  const outbox = outboxOf(client)
  return {
    add: (player, action) => {
      const isKnown = client.getQueryData(cart(teamId).queryKey) !== undefined
      const isThere = onScreen(client, teamId).entries.some(
        (entry) => entry.isInCart && entry.playerId === player.playerId,
      )
      return outbox.enqueue(teamId, { kind: 'add', player, action, wasOut: isKnown && !isThere })
    },
    remove: async (playerId) => {
      const entry = onScreen(client, teamId).entries.find((each) => each.playerId === playerId)
      if (!entry) return done
      const { state, reason, changeId, isInCart, tradeAction, ...seen } = entry
      if (isInCart) return await outbox.enqueue(teamId, { kind: 'remove', player: seen, action: tradeAction })
      if (changeId !== null) await outbox.discard(changeId)
      return done
    },
    empty: () => outbox.enqueue(teamId, { kind: 'empty' }),
    retry: outbox.retry,
    discard: outbox.discard,
  }
}

/** For screens that change the cart without showing it. */
export function useCartCommands(teamId: number): CartCommands {
  const client = useQueryClient()
  return useMemo(() => cartCommands(client, teamId), [client, teamId])
}

/** Purchases or sales in the cart by the player's id, for a screen that shows players and not the cart. */
export function useCartEntries(teamId: number, action: TradeAction): ReadonlyMap<number, CartRow> {
  const rows = useOutboxRows()
  const { data } = useQuery(cart(teamId))
  return useMemo(() => {
    const { entries } = optimisticCart(data, ofTeam(rows, teamId))
    const wanted = entries.filter(({ tradeAction }) => tradeAction === action)
    return new Map(wanted.map((entry) => [entry.playerId, entry]))
  }, [data, rows, teamId, action])
}

export interface CartMoney {
  readonly cash: Cents
  /** What the cart, pending changes included, would leave of it. */
  readonly balance: Cents
  /** The players in the cart, by their ids. */
  readonly inCart: ReadonlySet<number>
  /** False: predicted on this device. */
  readonly isConfirmed: boolean
}

/**
 * The team's cash now and after the cart, for a screen of prices; null without a team, and where the device does not
 * know the cart.
 */
export function useCartMoney(teamId: number | null): CartMoney | null {
  const rows = useOutboxRows()
  const { data } = useQuery({ ...cart(teamId ?? 0), enabled: teamId !== null })
  return useMemo(() => {
    if (!data || teamId === null) return null
    const own = ofTeam(rows, teamId)
    const counted = optimisticCart(data, own).entries.filter(({ isInCart }) => isInCart)
    return {
      cash: cashOf(data),
      balance: balanceOf(counted, data),
      inCart: new Set(counted.map(({ playerId }) => playerId)),
      isConfirmed: own.every(isStuck),
    }
  }, [data, rows, teamId])
}

/** A player's place in the cart, for a screen of one player. */
export const useCartEntry = (teamId: number, playerId: number, action: TradeAction): CartRow | null =>
  useCartEntries(teamId, action).get(playerId) ?? null

/** The cart as the member sees it: the server's, with the pending changes applied. */
export function useCart(teamId: number): CartView {
  const client = useQueryClient()
  const online = useOnline()
  const commands = useCartCommands(teamId)
  const rows = ofTeam(useOutboxRows(), teamId)
  const query = useQuery(cart(teamId))
  const current = useQuery(teamPlayers(teamId, true)).data
  const sold = useQuery(teamPlayers(teamId, false)).data
  const settings = useQuery(leagueSettings()).data
  useEffect(() => {
    void outboxOf(client)
      .show()
      .catch(() => undefined)
  }, [client])

  const shown = optimisticCart(query.data, rows)
  const waiting = rows.filter((row) => !isStuck(row))
  const isConfirmed = waiting.length === 0 && query.data !== undefined
  const ownerOf = (playerId: number): number | null => {
    const listed = (['skater', 'goalie'] as const).flatMap((type) => client.getQueryData(players(type).queryKey) ?? [])
    const known = client.getQueryData(player(playerId).queryKey) ?? listed.find(({ id }) => id === playerId)
    return known?.team?.id ?? null
  }
  const known = { teamId, cart: query.data, roster: current && sold && [...current, ...sold], settings, ownerOf }
  const { balance, status } =
    isConfirmed && query.data
      ? { balance: query.data.tradeBalance, status: query.data.status }
      : predictCart(
          shown.entries.filter(({ isInCart }) => isInCart),
          known,
          Date.now(),
        )
  return {
    ...shown,
    ...commands,
    balance,
    status,
    isConfirmed,
    isFresh: online && !query.isError && isOfThisLaunch(query.dataUpdatedAt),
    pending: waiting.filter(({ state }) => state !== 'done').length,
    known,
    query,
  }
}

/** A player as stored with a cart change, with the price of this action. */
export const seenPlayer = (
  { id, name, position, nhlTeam, points }: Player,
  price: number | null | undefined,
): SeenPlayer => ({ playerId: id, name, position, nhlTeam, points, price })
