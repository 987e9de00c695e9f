import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RosterItem } from '#contract/roster'
import { offers } from '#contract/user'
import { type League, leagueOfSettings } from '#rules/league'
import { leagueSettings } from '../../data/league.ts'
import { currentUser } from '../../data/user.ts'
import { useNow } from '../../ui/use-now.ts'
import { type LineupMove, lineupMoves } from './lineup-moves.ts'

export interface LineupMoves {
  readonly now: number
  /** Null while the dates are not known, and in a league without them. */
  readonly league: League | null
  /** Whether the server changes two players in one call. */
  readonly inOneCall: boolean
  readonly moves: ReadonlyMap<number, LineupMove>
}

const none: LineupMoves['moves'] = new Map()

/** What may be done with the players of the own team. */
export function useLineupMoves(items: readonly RosterItem[] | undefined): LineupMoves {
  const { data: user } = useQuery(currentUser())
  const { data: settings } = useQuery(leagueSettings())
  const now = useNow().getTime()
  const inOneCall = offers(user, 'lineup')
  return useMemo(() => {
    const league = settings ? leagueOfSettings(settings) : null
    const moves = league && items ? lineupMoves(items, now, league, inOneCall) : none
    return { now, league, inOneCall, moves }
  }, [items, settings, now, inOneCall])
}
