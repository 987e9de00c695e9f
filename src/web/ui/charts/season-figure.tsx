import './season-figure.css'
import { useEffect } from 'react'
import { ChartFigure, chartCode } from './chart-figure.tsx'
import { type SeasonDay, seasonSummary } from './season-days.ts'
import { SeasonTable } from './season-table.tsx'

const code = chartCode(async () => (await import('./season-chart.tsx')).SeasonChart)

/** Fetches the chart's code while the figures are still on their way. */
export function usePreparedChart(): void {
  useEffect(() => void code.load().catch(() => undefined), [])
}

/** A season day by day. */
export const SeasonFigure = ({ days }: { readonly days: readonly SeasonDay[] }) => (
  <ChartFigure code={code} chart={{ days }} summary={seasonSummary(days)} room="season-room">
    <SeasonTable days={days} />
  </ChartFigure>
)
