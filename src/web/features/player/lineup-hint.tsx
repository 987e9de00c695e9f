import { useQuery } from '@tanstack/react-query'
import type { RosterEntry } from '#contract/roster'
import { leagueOfSettings } from '#rules/league'
import { dressableAt } from '#rules/lineup'
import { leagueSettings } from '../../data/league.ts'
import { instantText } from '../../ui/time/instant-text.ts'
import { useNow } from '../../ui/use-now.ts'

/** What a change of the lineup means, said before the button is pressed; nothing where the league's rules are not known. */
export function LineupHint({ entry }: { readonly entry: RosterEntry }) {
  const { data: settings } = useQuery(leagueSettings())
  const now = useNow().getTime()
  const league = settings ? leagueOfSettings(settings) : null
  if (!league) return null
  const scratchedAt = entry.scratchedAt ? Date.parse(entry.scratchedAt) : null
  const at = dressableAt({ scratched: true, scratchedAt: entry.scratched ? scratchedAt : now }, now, league)
  if (at <= now) return null
  const time = instantText(new Date(at).toISOString())
  return (
    <p className="player-hint">
      {entry.scratched ? `Can be dressed from ${time}.` : `Once scratched, he can be dressed again from ${time}.`}
    </p>
  )
}
