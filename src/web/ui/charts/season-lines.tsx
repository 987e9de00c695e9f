import { Line, type LineCustomSvgLayerProps, type LineSvgProps } from '@nivo/line'
import { CHART } from '#contract/limits'
import type { SeasonDay } from './season-days.ts'
import { BAR_GAP, cutDays, PROJECTED_TICKS } from './season-scale.ts'
import { axisMarks, chartTheme } from './season-theme.ts'

interface Series {
  readonly id: string
  readonly data: readonly { readonly x: number; readonly y: number | null }[]
}

interface SeasonLineProps {
  readonly days: readonly SeasonDay[]
  /** Of the bars, without their margins. */
  readonly innerWidth: number
  readonly innerHeight: number
}

/** As a layer of the bars' chart: in its picture, without margins and points of its own, the days where the bars are. */
const layerOf = ({ days, innerWidth, innerHeight }: SeasonLineProps): Omit<LineSvgProps<Series>, 'data'> => ({
  width: innerWidth,
  height: innerHeight,
  xScale: { type: 'linear', nice: false, min: -(1 + BAR_GAP) / 2, max: days.length - 1 + (1 + BAR_GAP) / 2 },
  axisBottom: null,
  axisLeft: null,
  colors: 'currentColor',
  enablePoints: false,
  theme: chartTheme,
  animate: false,
  isInteractive: false,
  renderWrapper: false,
  role: 'presentation',
})

/** Steps between 1 and 0 of the left axis. */
export const PlayedLine = (props: SeasonLineProps) => (
  <g className="season-played">
    <Line<Series>
      {...layerOf(props)}
      data={[{ id: 'played', data: props.days.map(({ played }, x) => ({ x, y: played ? 1 : 0 })) }]}
      yScale={{ type: 'linear', nice: false, min: 0, max: CHART.gamePointsMax }}
      curve="step"
      lineWidth={2}
      layers={['lines']}
    />
  </g>
)

/** Keeps the line apart from the bars that it crosses. */
const Halo = ({ series, lineGenerator }: LineCustomSvgLayerProps<Series>) =>
  series.map(({ id, data }) => (
    <path key={id} className="season-halo" d={lineGenerator(data.map(({ position }) => position)) ?? ''} />
  ))

const projectedAxis = axisMarks(PROJECTED_TICKS)

/** On the right axis. A day without a projection interrupts the line; what is above a scale has a mark over it. */
export const ProjectedLine = (props: SeasonLineProps) => {
  const cuts = cutDays(props.days)
  const Cuts = ({ xScale }: LineCustomSvgLayerProps<Series>) =>
    cuts.map((day) => <path key={day} className="season-cut" d={`M${xScale(day)} -12l5 8h-10z`} />)
  return (
    <g className="season-projected">
      <Line<Series>
        {...layerOf(props)}
        data={[{ id: 'projected', data: props.days.map(({ projectedPoints }, x) => ({ x, y: projectedPoints })) }]}
        yScale={{ type: 'linear', nice: false, min: 0, max: CHART.projectedPointsMax, clamp: true }}
        axisRight={projectedAxis}
        lineWidth={2.5}
        layers={['axes', Halo, 'lines', Cuts]}
      />
    </g>
  )
}
