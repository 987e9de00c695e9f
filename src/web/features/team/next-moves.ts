import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RosterItem } from '#contract/roster'
import type { Instant } from '#rules/calendar'
import { type League, leagueOfSettings } from '#rules/league'
import { changeLineup, dressableAt, dressedCount, type RosterSpot, spotOfItem } from '#rules/lineup'
import type { PositionGroup } from '#rules/positions'
import { isRefusal } from '#rules/refusal'
import { saleOpensAt } from '#rules/trading'
import { leagueSettings } from '../../data/league.ts'
import { currentUser } from '../../data/user.ts'
import { whenText } from '../../ui/time/when-text.ts'
import { useNow } from '../../ui/use-now.ts'

const counted = (count: number, one: PositionGroup) => `${count} ${one}${count === 1 ? '' : 's'}`

const dressing = (spot: RosterSpot, roster: readonly RosterSpot[], now: Instant, league: League): string => {
  const at = dressableAt(spot, now, league)
  if (at > now) return `may be dressed ${whenText(at, now)}`
  const dressed = changeLineup(roster, spot.playerId, 'dressed', now, league)
  return isRefusal(dressed) ? 'may be dressed once there is room' : 'may be dressed now'
}

const scratching = (spot: RosterSpot, roster: readonly RosterSpot[], now: Instant, league: League): string => {
  const scratched = changeLineup(roster, spot.playerId, 'scratched', now, league)
  if (!isRefusal(scratched)) return 'may be scratched'
  const { minDefenders, minGoalies } = league.constants
  const needed = scratched.refused === 'MIN_GOALIES' ? counted(minGoalies, 'goalie') : counted(minDefenders, 'defender')
  return `must stay dressed: ${needed} needed`
}

const selling = (spot: RosterSpot, now: Instant, league: League): string => {
  const at = saleOpensAt(spot, now, league)
  return at === null ? 'cannot be sold this season' : `may be sold ${whenText(at, now)}`
}

/** What a team may do next with one of its players, in its member's words. `roster` is the whole of the team's. */
export const nextMoves = (
  spot: RosterSpot,
  roster: readonly RosterSpot[],
  now: Instant,
  league: League,
): readonly string[] => [
  spot.scratched ? dressing(spot, roster, now, league) : scratching(spot, roster, now, league),
  selling(spot, now, league),
]

export interface OwnLineup {
  /** By the player's id. */
  readonly moves: ReadonlyMap<number, readonly string[]>
  /** How many are dressed, and how many must be. */
  readonly counts: string
}

/** What a member may do with the players of their own team. */
export const ownLineup = (items: readonly RosterItem[], now: Instant, league: League): OwnLineup => {
  const roster = items.flatMap((item) => spotOfItem(item) ?? [])
  const { maxDressed, minDefenders, minGoalies } = league.constants
  const dressed = (group: PositionGroup) => counted(dressedCount(roster, group), group)
  return {
    moves: new Map(roster.map((spot) => [spot.playerId, nextMoves(spot, roster, now, league)])),
    counts:
      `${dressedCount(roster)} of ${maxDressed} dressed: ${dressed('forward')}, ` +
      `${dressed('defender')} (at least ${minDefenders}), ${dressed('goalie')} (at least ${minGoalies})`,
  }
}

/** Reserves the column until the league's dates are known. */
const unknown: OwnLineup = { moves: new Map(), counts: '' }

/** What the viewer may do with the team's current players; null for another's team, and in a league without dates. */
export function useOwnLineup(teamId: number, items: readonly RosterItem[] | undefined): OwnLineup | null {
  const { data: user } = useQuery(currentUser())
  const isOwn = user?.teamId === teamId
  const { data: settings, isPending } = useQuery({ ...leagueSettings(), enabled: isOwn })
  const now = useNow()
  return useMemo(() => {
    if (!isOwn) return null
    if (isPending || !items) return unknown
    const league = settings ? leagueOfSettings(settings) : null
    return league && ownLineup(items, now.getTime(), league)
  }, [isOwn, isPending, items, settings, now])
}
