import type { Team } from '#contract/stats'
import { change, changeTone, figure } from '../../ui/figure.ts'

interface EntryProps {
  readonly label: string
  readonly text: string
  readonly tone?: string | null
}

const Entry = ({ label, text, tone }: EntryProps) => (
  <div className="summary-entry">
    <dt>{label}</dt>
    <dd>{tone ? <span className={tone}>{text}</span> : text}</dd>
  </div>
)

/** The team's row of the standings, whole on a phone; what answers the glance comes first. */
export const TeamSummary = ({ team }: { readonly team: Team }) => (
  <dl className="summary" aria-label="Team Summary">
    <Entry label="Rank" text={figure(team.ranking)} tone={team.ranking === 1 ? 'gold' : null} />
    <Entry label="Total" text={figure(team.totalScore)} />
    <Entry label="Last" text={change(team.scoreDiffPrevious)} tone={changeTone(team.scoreDiffPrevious)} />
    <Entry label="Week" text={figure(team.scoreThisWeek)} />
    <Entry label="Last Week" text={figure(team.scoreLastWeek)} />
    <Entry label="Points" text={figure(team.points)} />
    <Entry label="Cash" text={figure(team.cash, 2)} />
    <Entry label="Short Name" text={team.shortName} />
    <Entry label="Team" text={team.name} />
  </dl>
)
