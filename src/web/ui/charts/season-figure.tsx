import { useEffect } from 'react'
import { later } from '../lazy.tsx'
import type { Columns } from '../table/columns.ts'
import { count } from '../table/columns.ts'
import type { Sort } from '../table/sort.ts'
import { SortedTable } from '../table/table.tsx'
import { dayText } from '../time/day-text.ts'
import { ChartFigure } from './chart-figure.tsx'
import { type SeasonDay, seasonSummary } from './season-days.ts'
import './season-figure.css'

const columns: Columns<SeasonDay> = [
  {
    key: 'date',
    label: 'Date',
    kind: 'text',
    width: 'minmax(5.5rem, 1fr)',
    heads: true,
    value: (day) => day.game,
    text: (day) => dayText(day.date),
  },
  count('gamePoints', 'Game points', 'minmax(4.5rem, 1fr)', (day) => day.gamePoints, { strong: true }),
  count('projectedPoints', 'Projected points', 'minmax(5.5rem, 1fr)', (day) => day.projectedPoints),
  count('played', 'Played', 'minmax(4rem, 1fr)', (day) => Number(day.played), {
    text: (day) => (day.played ? 'Yes' : 'No'),
  }),
]

const newestFirst: Sort = { key: 'date', direction: 'desc' }

const SeasonChart = later(async () => (await import('./season-chart.tsx')).SeasonChart)

/** Fetches the chart's code while the figures are still on their way. */
export function usePreparedChart(): void {
  useEffect(SeasonChart.prepare, [])
}

export const SeasonFigure = ({ days }: { readonly days: readonly SeasonDay[] }) => (
  <ChartFigure
    chart={(onMissing) => <SeasonChart days={days} onMissing={onMissing} />}
    summary={seasonSummary(days)}
    room="sheet season-room"
  >
    <SortedTable
      label="Season by game day"
      name="season"
      columns={columns}
      rows={days}
      rowKey={({ game }) => game}
      defaultSort={newestFirst}
    />
  </ChartFigure>
)
