import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PlayerRef } from '#contract/call'
import type { RosterItem, ScratchStatus } from '#contract/roster'
import type { Instant } from '#rules/calendar'
import { type League, leagueOfSettings } from '#rules/league'
import { changeLineup, dressableAt, type RosterSpot, type Swap, spotOfItem, swapLineup } from '#rules/lineup'
import { isRefusal } from '#rules/refusal'
import { plural } from '#rules/words'
import { leagueSettings } from '../../data/league.ts'
import { useFeature } from '../../data/user.ts'
import { instantText } from '../../ui/time/instant-text.ts'
import { useNow } from '../../ui/use-now.ts'

export interface LineupMoves {
  readonly now: number
  /** Null while the dates are not known, and in a league without them. */
  readonly league: League | null
  readonly moves: ReadonlyMap<number, LineupMove>
}

const none: LineupMoves['moves'] = new Map()

/** What may be done with the players of the member's team. */
export function useLineupMoves(items: readonly RosterItem[] | undefined): LineupMoves {
  const { data: settings } = useQuery(leagueSettings())
  const now = useNow().getTime()
  const canSwap = useFeature('lineup')
  return useMemo(() => {
    const league = settings ? leagueOfSettings(settings) : null
    const moves = league && items ? lineupMoves(items, now, league, canSwap) : none
    return { now, league, moves }
  }, [items, settings, now, canSwap])
}

/** What scratching or dressing one of the team's players takes. */
export interface LineupMove {
  readonly player: Pick<PlayerRef, 'id' | 'name'>
  readonly to: ScratchStatus
  /** Why it cannot be done now, to be read below the button; null when it can. */
  readonly off: string | null
  /** From when the one who goes out may come back, as a sentence; null while the league's rules are not known. */
  readonly cost: string | null
  /** Those who may change places with the player, the likeliest first. */
  readonly partners: readonly RosterItem[]
  /** Whether it can be done only together with one of them. */
  readonly needsPartner: boolean
}

const timeText = (at: Instant): string => instantText(new Date(at).toISOString())

const costOf = (who: string, now: Instant, league: League): string => {
  const at = dressableAt({ scratched: true, scratchedAt: now }, now, league)
  return at > now
    ? // The day stays with its month, wherever a dialog breaks the line.
      `${who} can't be dressed again until ${timeText(at).replace(' ', '\u00a0')}.`
    : `${who} can be dressed again at any time until the season starts.`
}

/** When a scratched player may be dressed, if that is not now. */
const waitOf = (spot: Pick<RosterSpot, 'scratched' | 'scratchedAt'>, now: Instant, league: League): string | null => {
  const at = dressableAt(spot, now, league)
  return at > now ? `from ${timeText(at)}` : null
}

interface Lineup {
  readonly items: readonly RosterItem[]
  readonly roster: readonly RosterSpot[]
  readonly now: Instant
  readonly league: League
  /** Whether the server lets two players change places. */
  readonly canSwap: boolean
}

const isSwap = ({ roster, now, league, canSwap }: Lineup, swap: Swap): boolean =>
  canSwap && !isRefusal(swapLineup(roster, swap, now, league))

const pointsOf = ({ rosterEntry }: RosterItem): number => rosterEntry.teamPoints ?? 0
/** With more points for the team: they come in first, and go out last. */
const byPoints = (one: RosterItem, other: RosterItem): number => pointsOf(other) - pointsOf(one)

const scratching = (spot: RosterSpot, player: LineupMove['player'], lineup: Lineup): LineupMove => {
  const { items, roster, now, league } = lineup
  const alone = changeLineup(roster, spot.playerId, 'scratched', now, league)
  const partners = items
    .filter((item) => isSwap(lineup, { scratch: spot.playerId, dress: item.player.id }))
    .sort(byPoints)
  const needsPartner = isRefusal(alone)
  const { minDefenders, minGoalies } = league.constants
  const needed =
    needsPartner && alone.refused === 'MIN_GOALIES' ? plural(minGoalies, 'goalie') : plural(minDefenders, 'defender')
  return {
    player,
    to: 'scratched',
    off: needsPartner && partners.length === 0 ? `${needed} needed` : null,
    cost: costOf(player.name, now, league),
    partners,
    needsPartner,
  }
}

const dressing = (spot: RosterSpot, player: LineupMove['player'], lineup: Lineup): LineupMove => {
  const { items, roster, now, league } = lineup
  const wait = waitOf(spot, now, league)
  const needsPartner = wait === null && isRefusal(changeLineup(roster, spot.playerId, 'dressed', now, league))
  const partners = needsPartner
    ? items
        .filter((item) => isSwap(lineup, { scratch: item.player.id, dress: spot.playerId }))
        .sort(byPoints)
        .reverse()
    : []
  return {
    player,
    to: 'dressed',
    off: wait ?? (needsPartner && partners.length === 0 ? 'no room' : null),
    cost: costOf('The player who goes out', now, league),
    partners,
    needsPartner,
  }
}

/** By the player's id; without those whose entry the rules do not understand. */
export const lineupMoves = (
  items: readonly RosterItem[],
  now: Instant,
  league: League,
  canSwap: boolean,
): ReadonlyMap<number, LineupMove> => {
  const roster = items.flatMap((item) => spotOfItem(item) ?? [])
  const lineup = { items, roster, now, league, canSwap }
  const names = new Map(items.map(({ player }) => [player.id, player]))
  return new Map(
    roster.flatMap((spot) => {
      const player = names.get(spot.playerId)
      if (!player || spot.sold) return []
      return [[spot.playerId, spot.scratched ? dressing(spot, player, lineup) : scratching(spot, player, lineup)]]
    }),
  )
}

/** The move of a player without the rest of the roster, which alone says who could change places with them. */
export const loneMove = ({ player, rosterEntry }: RosterItem, now: Instant, league: League | null): LineupMove => {
  const { scratched, scratchedAt } = rosterEntry
  const spot = { scratched: scratched === true, scratchedAt: scratchedAt ? Date.parse(scratchedAt) : null }
  return {
    player,
    to: spot.scratched ? 'dressed' : 'scratched',
    off: spot.scratched && league ? waitOf(spot, now, league) : null,
    cost: league && costOf(player.name, now, league),
    partners: [],
    needsPartner: false,
  }
}
