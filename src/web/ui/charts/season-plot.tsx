import { Bar, type BarCustomLayerProps, type BarLayer } from '@nivo/bar'
import { memo, useMemo } from 'react'
import { CHART } from '#contract/limits'
import { figure } from '../figure.ts'
import { dayText } from '../time/day-text.ts'
import type { SeasonDay } from './season-days.ts'
import { PLOT_MARGIN } from './season-margin.ts'
import { SeasonMarks } from './season-marks.tsx'
import { datedDays, projectedAt, TICKS } from './season-scale.ts'

// The chart library weighs more than the screen: nothing but the figure's lazy import may import this file.

interface Datum extends Record<string, string | number> {
  day: string
  gamePoints: number
}

const scale = { type: 'linear', min: 0, max: CHART.gamePointsMax, clamp: true } as const
// Without padding and rounding the library's slots are those of `season-scale`.
const slots = { type: 'band', round: false } as const
const keys = ['gamePoints']
// However large the letters, the numbers fit into the margins.
const writing = { fill: 'var(--pool-muted)', fontSize: 'min(0.75rem, 15px)', fontFamily: 'var(--pool-font-body)' }
const theme = {
  text: writing,
  axis: { ticks: { text: writing, line: { stroke: 'var(--pool-line-strong)' } } },
  grid: { line: { stroke: 'var(--pool-line)' } },
}
const leftAxis = { tickValues: [...TICKS], tickSize: 0, tickPadding: 6 }
const rightAxis = { ...leftAxis, format: (tick: number) => figure(projectedAt(tick)) }

interface SeasonPlotProps {
  readonly days: readonly SeasonDay[]
  /** Pixels, with the margins. */
  readonly width: number
  readonly summary: string
}

/** Axes and grid of the library, and our own marks in between. */
export const SeasonPlot = memo(function SeasonPlot({ days, width, summary }: SeasonPlotProps) {
  const data = useMemo(() => days.map(({ gamePoints }, index): Datum => ({ day: String(index), gamePoints })), [days])
  const layers = useMemo((): BarLayer<Datum>[] => {
    const marks = ({ innerWidth, innerHeight }: BarCustomLayerProps<Datum>) => (
      <SeasonMarks days={days} plane={{ width: innerWidth, height: innerHeight }} />
    )
    return ['grid', 'axes', marks]
  }, [days])
  const bottomAxis = useMemo(
    () => ({
      tickValues: datedDays(days.length, width - PLOT_MARGIN.left - PLOT_MARGIN.right).map(String),
      tickSize: 4,
      tickPadding: 6,
      format: (day: string) => dayText(days[Number(day)]?.date ?? ''),
    }),
    [days, width],
  )
  return (
    <Bar<Datum>
      width={width}
      height={CHART.heightPx}
      data={data}
      keys={keys}
      indexBy="day"
      margin={PLOT_MARGIN}
      padding={0}
      valueScale={scale}
      indexScale={slots}
      gridYValues={[...TICKS]}
      axisLeft={leftAxis}
      axisRight={rightAxis}
      axisBottom={bottomAxis}
      layers={layers}
      theme={theme}
      animate={false}
      isInteractive={false}
      enableLabel={false}
      role="img"
      ariaLabel={summary}
    />
  )
})
