import type { RosterItem } from '#contract/roster'
import type { Instant } from '#rules/calendar'
import type { League } from '#rules/league'
import { type RosterSpot, spotOfItem } from '#rules/lineup'
import { saleOpensAt } from '#rules/trading'
import { whenText } from '../../ui/time/when-text.ts'

/** When a player may be sold; null for now, which goes without saying. */
export const saleSentence = (spot: RosterSpot, now: Instant, league: League): string | null => {
  const at = saleOpensAt(spot, now, league)
  if (at === null) return 'cannot be sold this season'
  return at > now ? `can be sold ${whenText(at, now)}` : null
}

/** By the player's id. */
export const saleSentences = (
  items: readonly RosterItem[],
  now: Instant,
  league: League,
): ReadonlyMap<number, string | null> =>
  new Map(
    items.flatMap((item) => {
      const spot = spotOfItem(item)
      return spot ? [[spot.playerId, saleSentence(spot, now, league)] as const] : []
    }),
  )
