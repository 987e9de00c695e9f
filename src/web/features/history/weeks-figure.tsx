import { useState } from 'react'
import type { TeamWeeks } from '#contract/history'
import { seasonName } from '#rules/calendar'
import { LinesFigure } from '../../ui/charts/lines-figure.tsx'
import { Choose } from '../../ui/choose.tsx'
import { change, changeTone, figure } from '../../ui/figure.ts'
import type { Columns } from '../../ui/table/columns.ts'
import { count, decimal } from '../../ui/table/columns.ts'
import type { Sort } from '../../ui/table/sort.ts'
import { SortedTable } from '../../ui/table/table.tsx'
import { dayText } from '../../ui/time/day-text.ts'

type Week = TeamWeeks['weeks'][number]

const newestFirst: Sort = { key: 'week', direction: 'desc' }

const columns: Columns<Week> = [
  {
    key: 'week',
    label: 'Week of',
    kind: 'time',
    width: 'minmax(6rem, 1fr)',
    heads: true,
    value: ({ monday }) => Date.parse(monday),
    text: ({ monday }) => dayText(monday),
  },
  decimal('total', 'Total', 'minmax(5rem, 1fr)', ({ total }) => total, { strong: true }),
  count('gain', 'Change', 'minmax(5rem, 1fr)', ({ gain }) => gain, {
    text: ({ gain }) => change(gain, 2),
    tone: ({ gain }) => changeTone(gain, 2),
  }),
]

interface WeeksProps {
  readonly seasonId: number
  readonly teams: readonly TeamWeeks[]
  readonly ownTeamId: number | null
}

const totalOf = ({ weeks }: TeamWeeks): number => weeks.at(-1)?.total ?? 0

/** The totals of all teams at the end of each week; one of them stands out, at first the viewer's. */
export function WeeksFigure({ seasonId, teams, ownTeamId }: WeeksProps) {
  const [selected, setSelected] = useState<number | null>(null)
  const leader = teams.toSorted((one, other) => totalOf(other) - totalOf(one))[0]
  const chosen = teams.find(({ team }) => team.id === (selected ?? ownTeamId)) ?? leader
  const mondays = [...new Set(teams.flatMap(({ weeks }) => weeks.map(({ monday }) => monday)))].sort()
  if (!chosen || mondays.length < 2) return null
  const idOf = ({ team }: TeamWeeks) => String(team.id)
  return (
    <section className="part">
      <h2>{seasonName(seasonId)} by Weeks</h2>
      <div className="choices">
        <Choose
          label="Team"
          value={chosen.team.id}
          options={teams.map(({ team }) => [team.id, team.shortName])}
          onChoose={(id) => setSelected(Number(id))}
        />
      </div>
      <LinesFigure
        labels={mondays.map(dayText)}
        lines={teams.map((each) => ({
          id: idOf(each),
          values: mondays.map((day) => each.weeks.find(({ monday }) => monday === day)?.total ?? null),
        }))}
        chosen={idOf(chosen)}
        summary={`${chosen.team.shortName} had ${figure(totalOf(chosen), 2)} after ${mondays.length} weeks; the grey lines are the other teams.`}
      >
        <SortedTable
          label={`Weeks of ${chosen.team.shortName}`}
          name="weeks"
          columns={columns}
          rows={chosen.weeks}
          rowKey={({ monday }) => monday}
          defaultSort={newestFirst}
        />
      </LinesFigure>
    </section>
  )
}
