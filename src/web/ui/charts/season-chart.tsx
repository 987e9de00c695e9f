import { Bar, type BarCustomLayerProps } from '@nivo/bar'
import { Line, type LineCustomSvgLayerProps, type LineSvgProps } from '@nivo/line'
import { memo, type PointerEvent, useState } from 'react'
import { CHART } from '#contract/limits'
import { dayText } from '../time/day-text.ts'
import { dayWords, type SeasonDay, seasonSummary } from './season-days.ts'
import {
  axisMarks,
  BAR_GAP,
  chartTheme,
  cutDays,
  datedDays,
  dayAt,
  POINT_TICKS,
  PROJECTED_TICKS,
  type Series,
  slotStart,
  useWidth,
} from './season-scale.ts'

/** Around the plot, in pixels: room for the marks above the scale, the axes' numbers and the dates. */
const PLOT_MARGIN = { top: 14, right: 36, bottom: 28, left: 28 } as const

interface SeasonLineProps {
  readonly days: readonly SeasonDay[]
  /** Of the bars, without their margins. */
  readonly innerWidth: number
  readonly innerHeight: number
}

/** As a layer of the bars' chart: in its picture, without margins and points, the days where the bars are. */
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
const PlayedLine = (props: SeasonLineProps) => (
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

/** On the right axis. A day without a projection interrupts the line; what is above a scale has a mark over it. */
const ProjectedLine = (props: SeasonLineProps) => {
  const cuts = cutDays(props.days)
  const Cuts = ({ xScale }: LineCustomSvgLayerProps<Series>) =>
    cuts.map((day) => <path key={day} className="season-cut" d={`M${xScale(day)} -12l5 8h-10z`} />)
  return (
    <g className="season-projected">
      <Line<Series>
        {...layerOf(props)}
        data={[{ id: 'projected', data: props.days.map(({ projectedPoints }, x) => ({ x, y: projectedPoints })) }]}
        yScale={{ type: 'linear', nice: false, min: 0, max: CHART.projectedPointsMax, clamp: true }}
        axisRight={axisMarks(PROJECTED_TICKS)}
        lineWidth={2.5}
        layers={['axes', Halo, 'lines', Cuts]}
      />
    </g>
  )
}

interface DaySliderProps {
  readonly days: readonly SeasonDay[]
  readonly at: number
  readonly onMove: (at: number) => void
}

/** Lies over the plot: a finger, a pointer and the arrow keys pick the day that is read out. */
function DaySlider({ days, at, onMove }: DaySliderProps) {
  const day = days[at]
  const count = days.length
  const { top, right, bottom, left } = PLOT_MARGIN
  const style = {
    inset: `${top}px ${right}px ${bottom}px ${left}px`,
    '--slot': `${100 / count}%`,
    '--edge': `${100 * slotStart(0, count)}%`,
    '--at': `${100 * slotStart(at + 0.5, count)}%`,
  }
  const onPointerMove = ({ pointerType, nativeEvent, currentTarget }: PointerEvent<HTMLInputElement>) => {
    if (pointerType === 'mouse') onMove(dayAt(nativeEvent.offsetX, currentTarget.clientWidth, count))
  }
  return (
    <div className="day-slider" style={style}>
      <input
        type="range"
        min={0}
        max={count - 1}
        value={at}
        aria-label="Game day"
        aria-valuetext={day && dayWords(day)}
        onChange={(event) => onMove(event.target.valueAsNumber)}
        onPointerMove={onPointerMove}
      />
    </div>
  )
}

const entries = [
  ['bar', 'Game points (left)'],
  ['projected', `Projected points (0-${CHART.projectedPointsMax}, right)`],
  ['played', 'Played (1 or 0, left)'],
] as const

const line = { fill: 'none', stroke: 'currentColor', strokeLinejoin: 'round' } as const
const shapes = {
  bar: { d: 'M3 14V6h5v8zM11 14V2h5v12z', fill: 'currentColor' },
  projected: { d: 'M1 13L8 7 13 9 19 2', strokeWidth: 2.5, ...line },
  played: { d: 'M1 13H7V4H13V13H19', strokeWidth: 2, ...line },
  cut: { d: 'M10 3l6 9H4z' },
} as const

const Swatch = ({ shape }: { readonly shape: keyof typeof shapes }) => (
  <svg width="20" height="16" viewBox="0 0 20 16" aria-hidden="true">
    <path className={`season-${shape}`} {...shapes[shape]} />
  </svg>
)

/** What is what, by shape as well as by colour. */
const SeasonLegend = ({ hasCuts }: { readonly hasCuts: boolean }) => (
  <ul className="wrap note">
    {entries.map(([shape, words]) => (
      <li key={shape} className="beside">
        <Swatch shape={shape} />
        {words}
      </li>
    ))}
    {hasCuts && (
      <li className="beside">
        <Swatch shape="cut" />
        Above the scale
      </li>
    )}
  </ul>
)

// The chart library weighs more than the screen: nothing but the figure's lazy import may import this file.

interface Datum extends Record<string, string | number> {
  day: string
  gamePoints: number
}

interface SeasonPlotProps {
  readonly days: readonly SeasonDay[]
  /** Pixels, with the margins. */
  readonly width: number
  readonly summary: string
}

/**
 * Bars on the left axis; the lines are charts of the same days with separate scales, laid over them. Memoised: the
 * slider over it moves many times a second.
 */
export const SeasonPlot = memo(function SeasonPlot({ days, width, summary }: SeasonPlotProps) {
  const data = days.map(({ gamePoints }, index): Datum => ({ day: String(index), gamePoints }))
  const played = (plane: BarCustomLayerProps<Datum>) => <PlayedLine days={days} {...plane} />
  const projected = (plane: BarCustomLayerProps<Datum>) => <ProjectedLine days={days} {...plane} />
  const bottomAxis = {
    tickValues: datedDays(days.length, width - PLOT_MARGIN.left - PLOT_MARGIN.right).map(String),
    tickSize: 4,
    tickPadding: 6,
    format: (day: string) => dayText(days[Number(day)]?.date ?? ''),
  }
  return (
    <Bar<Datum>
      width={width}
      height={CHART.heightPx}
      data={data}
      keys={['gamePoints']}
      indexBy="day"
      margin={PLOT_MARGIN}
      padding={BAR_GAP}
      valueScale={{ type: 'linear', nice: false, min: 0, max: CHART.gamePointsMax, clamp: true }}
      indexScale={{ type: 'band', round: false }}
      colors="currentColor"
      gridYValues={[...POINT_TICKS]}
      axisLeft={axisMarks(POINT_TICKS)}
      axisBottom={bottomAxis}
      layers={['grid', 'axes', 'bars', played, projected]}
      theme={chartTheme}
      animate={false}
      isInteractive={false}
      enableLabel={false}
      role="img"
      ariaLabel={summary}
    />
  )
})

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
