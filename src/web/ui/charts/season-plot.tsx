import { Bar, type BarCustomLayerProps, type BarLayer } from '@nivo/bar'
import { memo, useMemo } from 'react'
import { CHART } from '#contract/limits'
import { dayText } from '../time/day-text.ts'
import type { SeasonDay } from './season-days.ts'
import { PlayedLine, ProjectedLine } from './season-lines.tsx'
import { PLOT_MARGIN } from './season-margin.ts'
import { BAR_GAP, datedDays, POINT_TICKS } from './season-scale.ts'
import { axisMarks, chartTheme } from './season-theme.ts'

// The chart library weighs more than the screen: nothing but the figure's lazy import may import this file.

interface Datum extends Record<string, string | number> {
  day: string
  gamePoints: number
}

const pointScale = { type: 'linear', nice: false, min: 0, max: CHART.gamePointsMax, clamp: true } as const
const slots = { type: 'band', round: false } as const
const keys = ['gamePoints']
const leftAxis = axisMarks(POINT_TICKS)

interface SeasonPlotProps {
  readonly days: readonly SeasonDay[]
  /** Pixels, with the margins. */
  readonly width: number
  readonly summary: string
}

/** Bars on the left axis; the lines are charts of the same days with scales of their own, laid over them. */
export const SeasonPlot = memo(function SeasonPlot({ days, width, summary }: SeasonPlotProps) {
  const data = useMemo(() => days.map(({ gamePoints }, index): Datum => ({ day: String(index), gamePoints })), [days])
  const layers = useMemo((): BarLayer<Datum>[] => {
    const played = (plane: BarCustomLayerProps<Datum>) => <PlayedLine days={days} {...plane} />
    const projected = (plane: BarCustomLayerProps<Datum>) => <ProjectedLine days={days} {...plane} />
    return ['grid', 'axes', 'bars', played, projected]
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
      padding={BAR_GAP}
      valueScale={pointScale}
      indexScale={slots}
      colors="currentColor"
      gridYValues={[...POINT_TICKS]}
      axisLeft={leftAxis}
      axisBottom={bottomAxis}
      layers={layers}
      theme={chartTheme}
      animate={false}
      isInteractive={false}
      enableLabel={false}
      role="img"
      ariaLabel={summary}
    />
  )
})
