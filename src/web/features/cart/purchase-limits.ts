import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LeagueSettings } from '#contract/league'
import { type Instant, tradingOpensAt } from '#rules/calendar'
import { leagueOfSettings } from '#rules/league'
import { fromWire, toWire } from '#rules/money'
import { isPayable } from '#rules/trading'
import type { CartMoney } from '../../data/cart.ts'
import { leagueSettings } from '../../data/league.ts'
import { teamPlayers } from '../../data/roster.ts'
import { figure } from '../../ui/figure.ts'
import { whenText } from '../../ui/time/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'

// What prevents a purchase, for the member who is about to make it.

/** Why nothing can be traded now; null while trading is open, and in a league without dates. */
export const closedSentence = (settings: LeagueSettings | undefined, now: Instant): string | null => {
  const dates = settings && leagueOfSettings(settings)?.dates
  if (!dates) return null
  const at = tradingOpensAt(dates, now)
  if (at === null) return 'Trading is over for this season.'
  return at > now ? `Trading opens ${whenText(at, now)}.` : null
}

export function useClosedSentence(): string | null {
  const { data } = useQuery(leagueSettings())
  return closedSentence(data, useNow().getTime())
}

/** Whom the team sold this season, by their ids: it cannot buy them back. */
export function useSoldPlayers(teamId: number): ReadonlySet<number> {
  const { data } = useQuery(teamPlayers(teamId, false))
  return useMemo(() => new Set(data?.map(({ player }) => player.id)), [data])
}

/** Whether a player is too expensive; not where they cost nothing, or the cash is not known. */
export const isAboveCash = (price: number | null | undefined, money: CartMoney | null): boolean =>
  money !== null && !!price && !isPayable(fromWire(price), money.balance)

/** Why they are. */
export const aboveCashSentence = ({ inCart, balance }: CartMoney): string => {
  if (balance < 0) return `Your cart is already ${figure(toWire(-balance), 2)} over`
  return `More than your cash${inCart.size === 0 ? '' : ' after the cart'} (${figure(toWire(balance), 2)})`
}
