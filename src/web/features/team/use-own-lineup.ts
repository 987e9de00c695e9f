import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RosterItem } from '#contract/roster'
import { leagueOfSettings } from '#rules/league'
import { leagueSettings } from '../../data/league.ts'
import { currentUser } from '../../data/user.ts'
import { useNow } from '../../ui/use-now.ts'
import { type OwnLineup, ownLineup } from './next-moves.ts'

/** Keeps its room in the table until the league's dates are known. */
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
