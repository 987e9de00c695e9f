import './season-figure.css'
import { useEffect, useState } from 'react'
import { Notice } from '../notice/notice.tsx'
import type { SeasonChart } from './season-chart.tsx'
import { type SeasonDay, seasonSummary } from './season-days.ts'
import { SeasonTable } from './season-table.tsx'

let chart: typeof SeasonChart | null = null
const load = async () => {
  chart = (await import('./season-chart.tsx')).SeasonChart
  return chart
}

/** Fetches the chart's code while the figures are still on their way. */
export function usePreparedChart(): void {
  useEffect(() => void load().catch(() => undefined), [])
}

/**
 * A season in a sentence, and as a chart or a table. The chart's code comes later than the page, which keeps its room;
 * without it there is the table.
 */
export function SeasonFigure({ days }: { readonly days: readonly SeasonDay[] }) {
  const [Chart, setChart] = useState(() => chart)
  const [isMissing, setIsMissing] = useState(false)
  const [asTable, setAsTable] = useState(false)
  useEffect(() => {
    if (Chart || isMissing) return
    void load().then(
      (loaded) => setChart(() => loaded),
      () => setIsMissing(true),
    )
  }, [Chart, isMissing])
  return (
    <div className="season-figure">
      <div className="season-head">
        <p>{seasonSummary(days)}</p>
        {!isMissing && (
          <button className="button quiet-button" type="button" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as chart' : 'Show as table'}
          </button>
        )}
      </div>
      {isMissing && <Notice kind="info">The chart could not be loaded. Its figures are in this table.</Notice>}
      {asTable || isMissing ? (
        <SeasonTable days={days} />
      ) : (
        <div className="season-room">{Chart && <Chart days={days} />}</div>
      )}
    </div>
  )
}
