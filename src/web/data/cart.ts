import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Player } from '#contract/stats'
import type { ShoppingCart, TradeAction } from '#contract/trading'
import { useConnection } from '../offline/connection.ts'
import { getOutboxRows, type PageRow, useOutboxRows } from '../offline/outbox/outbox-rows.ts'
import type { Enqueued } from '../offline/outbox/page-outbox.ts'
import { isStuck, type SeenPlayer } from '../offline/outbox/row.ts'
import { type CartRow, type OptimisticCart, optimisticCart } from './cart-view.ts'
import { leagueSettings } from './league.ts'
import { outboxOf } from './outbox.ts'
import { type KnownToDevice, predictCart } from './predict-cart.ts'
import { teamPlayers } from './roster.ts'
import { player, players } from './stats.ts'
import { cart } from './trading.ts'

export interface CartCommands {
  /** Puts a purchase or a sale into the cart; `player` is what the member sees of him, with the price of this action. */
  add(player: SeenPlayer, action: TradeAction): Promise<Enqueued>
  remove(playerId: number): Promise<Enqueued>
  empty(): Promise<Enqueued>
  /** A refused or expired change is tried again, at the end of the line. */
  retry(changeId: string): Promise<void>
  discard(changeId: string): Promise<void>
}

export interface CartView extends OptimisticCart, CartCommands {
  /** Cash after the trade; null where the device does not know it. */
  readonly balance: number | null
  /** `CART_OK` or the code of what stands in the way; null where the device cannot tell. */
  readonly status: string | null
  /** False: balance and status are predicted, and to be marked "not confirmed". */
  readonly isConfirmed: boolean
  /** Whether the server said so since the app was started, and can be reached: else nothing may be executed. */
  readonly isFresh: boolean
  /** How many changes the server has not yet accepted. */
  readonly pending: number
  /** What this device knows of team, league and players: what was predicted with, and what explains a status. */
  readonly known: KnownToDevice
  /** The server's cart, for age, failure and refresh. */
  readonly query: UseQueryResult<ShoppingCart>
}

/** A cart fetched before this is an earlier launch's. */
const LAUNCHED_AT = performance.timeOrigin

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

/** A player's place in the cart, for a screen of one player. */
export const useCartEntry = (teamId: number, playerId: number, action: TradeAction): CartRow | null =>
  useCartEntries(teamId, action).get(playerId) ?? null

/** The cart as the member has it: the server's, with his changes on top that it does not have yet. */
export function useCart(teamId: number): CartView {
  const client = useQueryClient()
  const { online } = useConnection()
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
    isFresh: online && !query.isError && query.dataUpdatedAt >= LAUNCHED_AT,
    pending: waiting.filter(({ state }) => state !== 'done').length,
    known,
    query,
  }
}

/** A player as he goes into the cart, with the price of this action. */
export const seenPlayer = (
  { id, name, position, nhlTeam, points }: Player,
  price: number | null | undefined,
): SeenPlayer => ({ playerId: id, name, position, nhlTeam, points, price })
