import { useQuery } from '@tanstack/react-query'
import type { LeagueSettings } from '#contract/league'
import type { Team } from '#contract/stats'
import { dayStart, type Instant } from '#rules/calendar'
import { leagueOfSettings } from '#rules/league'
import { isUnranked } from '#rules/standings'
import { leagueSettings } from '../../data/league.ts'
import { figure } from '../../ui/figure.ts'
import { listed } from '../../ui/listed.ts'
import { whenText } from '../../ui/time/when-text.ts'
import { useNow } from '../../ui/use-now.ts'

/** Who is ahead, in a sentence; before the season nobody is. */
export const leaderSentence = (teams: readonly Team[]): string => {
  if (isUnranked(teams)) return 'Nobody has points yet.'
  const most = Math.max(...teams.map(({ totalScore }) => totalScore ?? 0))
  const leaders = teams.filter(({ totalScore }) => (totalScore ?? 0) === most).map(({ name }) => name)
  return `${listed(leaders)} ${leaders.length === 1 ? 'leads' : 'lead'} with ${figure(most)} points.`
}

/** The league's next date, in a sentence; null where there is none to come, or none is known. */
export const nextEvent = (settings: LeagueSettings, now: Instant): string | null => {
  const league = leagueOfSettings(settings)
  if (!league) return null
  const { rosterHoldStartDate, tradingStartTime, tradingEndTime } = league.dates
  const events: readonly (readonly [Instant, string])[] = [
    [dayStart(rosterHoldStartDate, league.constants.timeZone), 'The season begins'],
    [tradingStartTime, 'Trading opens'],
    [tradingEndTime, 'Trading closes'],
  ]
  const next = events.find(([at]) => at > now)
  return next ? `${next[1]} ${whenText(next[0], now)}.` : null
}

/** What somebody without a team finds instead of a line of their own. */
export function Newcomer({ teams }: { readonly teams: readonly Team[] }) {
  const settings = useQuery(leagueSettings())
  const now = useNow().getTime()
  const event = settings.data ? nextEvent(settings.data, now) : null
  return (
    <section className="newcomer" aria-labelledby="newcomer">
      <h2 id="newcomer">Welcome to the pool</h2>
      <p>
        A private fantasy hockey league of {teams.length} teams. {leaderSentence(teams)}
      </p>
      <p className="newcomer-event">{event}</p>
      <p>You have no team yet: ask whoever runs the league for one.</p>
    </section>
  )
}
