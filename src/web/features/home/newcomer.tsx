import { useQuery } from '@tanstack/react-query'
import type { Team } from '#contract/stats'
import { leagueOfSettings } from '#rules/league'
import { isUnranked } from '#rules/standings'
import { leagueSettings } from '../../data/league.ts'
import { figure } from '../../ui/figure.ts'
import { listed } from '../../ui/listed.ts'
import { useNow } from '../../ui/use-now.ts'
import { comingUp } from './coming-up.ts'

/** Who is ahead, in a sentence; before the season nobody is. */
export const leaderSentence = (teams: readonly Team[]): string => {
  if (isUnranked(teams)) return 'No one has points yet.'
  const most = Math.max(...teams.map(({ totalScore }) => totalScore ?? 0))
  const leaders = teams.filter(({ totalScore }) => (totalScore ?? 0) === most).map(({ name }) => name)
  return `${listed(leaders)} ${leaders.length === 1 ? 'leads' : 'lead'} with ${figure(most)} points.`
}

/** What somebody without a team finds instead of a line of their own. */
export function Newcomer({ teams }: { readonly teams: readonly Team[] }) {
  const settings = useQuery(leagueSettings())
  const now = useNow().getTime()
  const league = settings.data ? leagueOfSettings(settings.data) : null
  return (
    <section className="newcomer" aria-labelledby="newcomer">
      <h2 id="newcomer">Welcome to the pool</h2>
      <p>
        A private fantasy hockey league of {teams.length} teams. {leaderSentence(teams)}
      </p>
      <p className="newcomer-event">{league && comingUp(league, now)[0]}</p>
      <p>You don't have a team yet. Ask the league's admin.</p>
    </section>
  )
}
