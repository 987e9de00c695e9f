import { useState } from 'react'
import { DaySlider } from './day-slider.tsx'
import { dayWords, type SeasonDay, seasonSummary } from './season-days.ts'
import { SeasonLegend } from './season-legend.tsx'
import { SeasonPlot } from './season-plot.tsx'
import { cutDays } from './season-scale.ts'
import { useWidth } from './use-width.ts'

/** A season's games: points as bars, the projection and the playing as lines, and one day in words. */
export function SeasonChart({ days }: { readonly days: readonly SeasonDay[] }) {
  const last = days.length - 1
  const [picked, setPicked] = useState(last)
  const at = Math.min(picked, last)
  const day = days[at]
  const [frame, width] = useWidth()
  return (
    <div className="season-chart">
      <SeasonLegend hasCuts={cutDays(days).length > 0} />
      {/* The slider says it to a screen reader. */}
      <p className="season-day" aria-hidden="true">
        {day && dayWords(day)}
      </p>
      <div className="season-plot" ref={frame}>
        {width > 0 && <SeasonPlot days={days} width={width} summary={seasonSummary(days)} />}
        <DaySlider days={days} at={at} onMove={setPicked} />
      </div>
    </div>
  )
}
